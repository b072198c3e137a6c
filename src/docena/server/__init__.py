"""HTTP and WebSocket around the host: it knows no rules and holds no tables."""
