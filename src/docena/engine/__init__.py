"""The rules over the table record: what is legal, what a move or a piece of chance does, and what a seat may see."""
