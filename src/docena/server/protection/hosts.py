"""The names to which a server answers.

A page on the internet may point its own name at an address in somebody's network (DNS rebinding). The browser then
takes the server for that page's own; only `Host` still shows the name that was used.
"""

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from docena.server.settings import Settings

_ANY = "*"
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+?)\.?)(?::\d*)?", re.ASCII | re.IGNORECASE)
"""An address or a name, and a port; nothing that could redirect a link built from it."""
_THIS_MACHINE = "localhost"


class HostNames:
    """Addresses, this machine's own names, and those in the settings.

    >>> names = HostNames(Settings(public_url="https://play.example.org", host_names="cards.lan, *.example.net"))
    >>> [names.accept(host) for host in ("127.0.0.1:8012", "[::1]:80", "LOCALHOST", "play.example.org.:443")]
    [True, True, True, True]
    >>> [names.accept(host) for host in ("cards.lan:80", "a.example.net", "evil.example", "x@127.0.0.1", "")]
    [True, True, False, False, False]
    """

    def __init__(self, settings: Settings) -> None:
        given = [name.strip().lower() for name in settings.host_names.split(",") if name.strip()]
        told = (_named_in(url) for url in (settings.public_url, settings.link_url))
        self._any = _ANY in given
        self._names = {_THIS_MACHINE, settings.host.lower(), *given, *(name for name in told if name), *_own_names()}
        self._endings = (f".{_THIS_MACHINE}", *(name[1:] for name in given if name.startswith("*.")))

    def accept(self, host: str) -> bool:
        """Whether the server answers to a `Host` header like this."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = (found[1] or found[2]).lower()
        return self._any or name in self._names or name.endswith(self._endings) or _is_address(name)


def _named_in(url: str) -> str | None:
    try:
        return (urlsplit(url).hostname or "").removesuffix(".") or None
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> list[str]:
    """This machine's host name, and its forms on home networks."""
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return [name, first, f"{first}.local"] if first else []
