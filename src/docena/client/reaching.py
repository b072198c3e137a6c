"""Why a server cannot be reached, in the words of a person."""

import errno
import socket
import ssl
from collections.abc import Callable

import aiohttp

from docena.core.words import worded

_UNREACHABLE = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN)


def why_unreachable(error: BaseException) -> Callable[[str], str]:
    """
    >>> why_unreachable(ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed"))("en")
    'nothing answers there'
    """
    if isinstance(error, aiohttp.ClientConnectorCertificateError | aiohttp.ClientSSLError | ssl.SSLError):
        return worded("join_refused", "no_tls")
    cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
    if isinstance(cause, socket.gaierror):
        return worded("join_refused", "no_name")
    number = getattr(cause, "errno", None)
    if number == errno.ECONNREFUSED or isinstance(cause, ConnectionRefusedError):
        return worded("join_refused", "nobody")
    if number in _UNREACHABLE:
        return worded("join_refused", "no_way")
    if isinstance(error, aiohttp.InvalidURL | ValueError):
        return worded("join_refused", "no_url")
    return worded("join_refused", "silent")
