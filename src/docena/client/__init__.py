"""The client's side of a table on a server: a wire to it, a bot that sits down there, and load.

Nothing here knows more than what the server sends: the messages of `docena.tables.messages`.
"""
