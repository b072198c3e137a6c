"""Table codes that people type, table ids in links, and the secrets of seats."""

import hashlib
import hmac
import secrets
from collections.abc import Callable

from docena.core.errors import Refused
from docena.core.words import worded

ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
"""Without characters that look alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V."""
SHORT, LONG = 5, 8
"""Characters of a code: six million different ones are plenty on a home network, 78,000 million on the internet."""
CODE_LENGTHS = (SHORT, LONG)

_ID_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ID_LENGTH = 16
_SECRET_BYTES = 32
_DASHES = "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d_."
_GROUP = 4


class BadCode(Refused):
    """The text cannot be the code of a table."""

    def __init__(self, key: str, **parts: object) -> None:
        super().__init__("bad", worded("refused", key, **parts))


def new_code(length: int = SHORT, choose: Callable[[str], str] = secrets.choice) -> str:
    """A random code for a table, easy to read out and type; another table may already have it.

    >>> new_code(5, lambda characters: characters[-1])
    'YYYYY'
    """
    return "".join(choose(ALPHABET) for _ in range(length))


def grouped(code: str) -> str:
    """A code as it is shown: a long one in two groups, which are easier to read out and type.

    >>> grouped("K3M9T"), grouped("K3M9T4WX")
    ('K3M9T', 'K3M9-T4WX')
    """
    return f"{code[:_GROUP]}-{code[_GROUP:]}" if len(code) == LONG else code


def read_code(text: str) -> str:
    """A typed code, normalized: lower case, spaces and any kind of dash are accepted.

    >>> read_code(" k3m-9t "), read_code("k3m9 \u2013 t4wx")
    ('K3M9T', 'K3M9T4WX')
    >>> read_code("K0M9T")
    Traceback (most recent call last):
    docena.tables.codes.BadCode: Codes do not contain '0': check whether it is a different character.
    """
    typed = "".join(character for character in text if not character.isspace() and character not in _DASHES)
    code = typed.upper()
    if len(code) not in CODE_LENGTHS:
        raise BadCode("code_length", short=SHORT, long=LONG, length=len(code))
    for character in code:
        if character not in ALPHABET:
            raise BadCode("code_character", character=character)
    return code


def new_id() -> str:
    """A table's id in links: 95 random bits, in letters and digits only."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


def new_secret() -> str:
    """256 random bits, as text that is safe in a link."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def secret_hash(secret: str) -> str:
    """The hash stored instead of a secret: with this many random bits, a plain hash cannot be reversed.

    >>> secret_hash("not very secret")[:16]
    '46d1a2125252deca'
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_secret(secret: str, kept: str) -> bool:
    """Whether this is the secret with the stored hash; takes the same time for every wrong one."""
    return hmac.compare_digest(secret_hash(secret).encode(), kept.encode())
