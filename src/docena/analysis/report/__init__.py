"""The analysis of a game for a terminal and as a page, with its drawings."""
