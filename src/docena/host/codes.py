"""What opens things: the codes that people type, the names of tables in links, and the secrets of seats."""

import hashlib
import hmac
import secrets
from collections.abc import Callable

from docena.errors import DocenaError

ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
"""Without characters that are taken for one another: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V."""
CODE_LENGTH = 5

_ID_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ID_LENGTH = 16
_SECRET_BYTES = 32
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212_."


class BadCode(DocenaError):
    """What was typed cannot be the code of a table."""


def new_code(choose: Callable[[str], str] = secrets.choice) -> str:
    """A code for a table, to be read out and typed; some other table may have it.

    >>> new_code(lambda characters: characters[-1])
    'YYYYY'
    """
    return "".join(choose(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as somebody typed it.

    >>> read_code(" k3m-9t ")
    'K3M9T'
    >>> read_code("K0M9T")
    Traceback (most recent call last):
    docena.host.codes.BadCode: a code has no '0' in it: look again whether it is another character
    """
    typed = "".join(character for character in text if not character.isspace() and character not in _DASHES)
    code = typed.upper()
    if len(code) != CODE_LENGTH:
        raise BadCode(f"a code has {CODE_LENGTH} characters, not {len(code)}")
    for character in code:
        if character not in ALPHABET:
            raise BadCode(f"a code has no {character!r} in it: look again whether it is another character")
    return code


def new_id() -> str:
    """A table's name in links: 95 bits that nobody guesses, letters and digits only."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


def new_secret() -> str:
    """256 bits, as text that can stand in a link."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def secret_hash(secret: str) -> str:
    """What is kept instead of a secret: with so many bits of chance in it, a plain hash cannot be turned back.

    >>> secret_hash("not very secret")[:16]
    '46d1a2125252deca'
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_secret(secret: str, kept: str) -> bool:
    """Whether this is the secret whose hash was kept; it takes as long for every wrong one."""
    return hmac.compare_digest(secret_hash(secret).encode(), kept.encode())
