"""The address and the scheme of a request, as the outermost trusted proxy saw them."""

import ipaddress
from collections.abc import Iterable

from aiohttp import web

from docena.server.settings import Settings

_FORWARDED = "forwarded"
_SCHEMES = ("http", "https")
_MOST_PAIRS = 10
_IPV6_NETWORK = 64
"""The smallest IPv6 network that a provider gives a customer, who can use all addresses in it."""


def address_of(request: web.Request, settings: Settings) -> str:
    """Who sent a request, for limits: an IPv4 address, an IPv6 network, or "" if unknown."""
    peer = request.remote or ""
    if settings.trust_proxy:
        # an entry that is not an address is untrusted: the next proxy inwards did see an address
        for entry in _trusted(request.headers.getall(settings.forwarded_header, ()), settings):
            told = _pairs(entry).get("for", "") if _is_forwarded(settings) else entry
            known = grouped(told)
            if known is not None:
                return known
    return grouped(peer) or peer


def scheme_of(request: web.Request, settings: Settings) -> str:
    """`http` or `https`, as the browser sees it; "" if a trusted proxy does not say."""
    if not settings.trust_proxy:
        return request.scheme
    if _is_forwarded(settings):
        lines = request.headers.getall(settings.forwarded_header, ())
        told = [_pairs(entry).get("proto", "") for entry in _trusted(lines, settings)]
    else:
        told = _trusted(request.headers.getall("X-Forwarded-Proto", ()), settings)
    scheme = told[0].lower() if told else ""
    return scheme if scheme in _SCHEMES else ""


def grouped(text: str) -> str | None:
    """The address in an entry such as `[2001:db8::1]:443`, an IPv6 address as its network; None if there is none.

    >>> [grouped(text) for text in ("192.0.2.1:4711", "[2001:db8:1:2:3::4]:443", "::ffff:192.0.2.1", "unknown")]
    ['192.0.2.1', '2001:db8:1:2::/64', '192.0.2.1', None]
    """
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _IPV6_NETWORK), strict=False))


def _is_forwarded(settings: Settings) -> bool:
    return settings.forwarded_header.lower() == _FORWARDED


def _trusted(lines: Iterable[str], settings: Settings) -> list[str]:
    """The entries that trusted proxies wrote, the outermost first: each adds one at the end of the last line."""
    return _split(",".join(lines), ",", settings.proxy_depth)


def _split(text: str, separator: str, most: int) -> list[str]:
    """The last parts of a header, ignoring separators in quotes.

    It is read from the end, for the beginning was written by the client: a quote that was opened there and never
    closed must not swallow what the proxies wrote.
    """
    parts: list[str] = []
    end, quoted = len(text), False
    for place in range(len(text) - 1, -1, -1):
        if text[place] == '"':
            before = text[:place]
            escaped = (len(before) - len(before.rstrip("\\"))) % 2
            quoted ^= not escaped
        elif text[place] == separator and not quoted:
            parts.append(text[place + 1 : end].strip())
            end = place
            if len(parts) == most:
                break
    else:
        parts.append(text[:end].strip())
    return parts[::-1]


def _pairs(entry: str) -> dict[str, str]:
    """The parameters of an entry of `Forwarded` (RFC 7239)."""
    pairs = [pair.partition("=") for pair in _split(entry, ";", _MOST_PAIRS)]
    return {name.strip().lower(): value.strip().strip('"') for name, _, value in pairs}
