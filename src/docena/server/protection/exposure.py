"""Who can reach a server, and how long its codes must be."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from docena.server.settings import Settings
from docena.tables.codes import LONG, SHORT

_NAMES_AT_HOME = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
_EVERY_ADDRESS = ("", "0.0.0.0", "::")  # noqa: S104  # compared, not bound


def code_length(settings: Settings) -> int:
    """Characters in the codes of new tables."""
    if settings.codes == "auto":
        return LONG if is_exposed(settings) else SHORT
    return LONG if settings.codes == "long" else SHORT


def is_exposed(settings: Settings) -> bool:
    """Whether strangers may reach the server; assumed if the settings do not tell."""
    if settings.public_url:
        return not _is_private(_host(settings.public_url))
    if "://" in settings.database or settings.trust_proxy:
        return True  # several nodes, or a proxy in front: not a home set-up unless an address is set
    if settings.link_url:
        return not _is_private(_host(settings.link_url))
    return settings.host in _EVERY_ADDRESS or not _is_private(settings.host)


def _host(url: str) -> str:
    try:
        return urlsplit(url if "://" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""


def _is_private(host: str) -> bool:
    """Whether this host is unreachable from outside: an address not on the internet, or a name on a home network.

    >>> [_is_private(host) for host in ("192.168.1.7", "fe80::1", "laptop.local", "laptop", "8.8.8.8", "example.org")]
    [True, True, True, True, False, False]
    """
    try:
        return not ip_address(host.partition("%")[0]).is_global
    except ValueError:
        name = host.lower().rstrip(".")
        return bool(name) and ("." not in name or name.endswith(_NAMES_AT_HOME))
