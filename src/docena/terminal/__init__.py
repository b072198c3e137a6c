"""Playing in a terminal: tables here or on a server, on a full screen or line by line."""
