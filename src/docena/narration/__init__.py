"""Reading a table in words: why a move is illegal, what happened, how the table looks, the rulebook."""
