"""HTTP and WebSockets for the tables: nothing here knows rules or holds tables."""
