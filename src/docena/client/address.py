"""The address of a server, and of a table there."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from docena.core.words import refused

_TABLE = re.compile(r"/t/([A-Za-z0-9_-]{1,64})/?$")


class Address(NamedTuple):
    """A server, and perhaps a table there."""

    secure: bool
    host: str
    port: int
    folder: str
    """The path under which the server answers, without a slash at its end."""
    table: str | None

    @property
    def place(self) -> str:
        """Host and port as written in a URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    def http(self, path: str) -> str:
        """
        >>> read_address("example.org/t/abc").http("/api/tables")
        'https://example.org/api/tables'
        """
        return f"{'https' if self.secure else 'http'}://{self.place}{self.folder}{path}"


def read_address(text: str) -> Address:
    """A server's URL or the link of a table, with or without `http://`; a machine's own servers need no TLS.

    >>> read_address("http://127.0.0.1:8000/t/k3x9")
    Address(secure=False, host='127.0.0.1', port=8000, folder='', table='k3x9')
    >>> read_address("localhost:8000").http("/readyz"), read_address("play.example.org/cards").http("/readyz")
    ('http://localhost:8000/readyz', 'https://play.example.org/cards/readyz')
    """
    near = re.match(r"(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|/|$)", text)
    full = text if "://" in text else f"{'http' if near else 'https'}://{text}"
    try:
        parts = urlsplit(full)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
        parts = urlsplit("")
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    if not host or scheme not in ("http", "https"):
        raise refused("bad", "join_refused", "address", text=text)
    secure = scheme == "https"
    found = _TABLE.search(parts.path)
    folder = parts.path[: found.start()] if found else parts.path.rstrip("/")
    return Address(secure, host, port or (443 if secure else 80), folder, found[1] if found else None)
