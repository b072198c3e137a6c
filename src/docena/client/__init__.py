"""The client's side of a table on a server: a connection to it, and a bot that sits down there.

Nothing here knows more than what the server sends: the messages of `docena.tables.messages`.
"""
