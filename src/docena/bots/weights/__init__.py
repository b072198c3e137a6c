"""The shipped networks: which kinds of table have one of their own, and reading the files."""
