"""Keys to pads and events, and the roles that they have."""

import hashlib
import hmac
from base64 import urlsafe_b64encode

DIRECTOR, PAPER, PAD = "director", "paper", "pad"
_BYTES = 18


def table_role(number: int) -> str:
    return f"table {number}"


def entry_role(number: int, link: int) -> str:
    """The role of an entry's link; `link` is the line of the log that made it, so no other entry ever has the same."""
    return f"entry {number} link {link}"


def ticket_role(entry: str, game: int, table: int) -> str:
    """The role of a ticket: the seats of an entry, by its role, in one game."""
    return f"{entry} game {game} table {table}"


def event_link(base: str, log: str) -> str:
    """For everybody who takes part or watches."""
    return f"{base}/e/{log}"


def keyed(link: str, key: str) -> str:
    """A link with its key after the #, which browsers do not send to servers."""
    return f"{link}#key={key}"


class Keys:
    """The keys of all logs of one file, derived from its secret, so that none of them need be stored.

    >>> keys = Keys(b"secret")
    >>> keys.opens("abc", "director", keys.of("abc", "director")), keys.opens("abc", "director", "guess")
    (True, False)
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def of(self, log: str, role: str) -> str:
        made = hmac.new(self._secret, f"{log}\n{role}".encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(made[:_BYTES]).decode()

    def opens(self, log: str, role: str, key: str) -> bool:
        return hmac.compare_digest(self.of(log, role).encode(), key.encode("utf-8", "replace"))

    def table_link(self, base: str, log: str, number: int) -> str:
        """The role of a table's phone."""
        return keyed(f"{event_link(base, log)}/table/{number}", self.of(log, table_role(number)))

    def entry_link(self, base: str, log: str, number: int, role: str) -> str:
        """The role of an entry: its games, and its seats at online ones."""
        return keyed(f"{event_link(base, log)}/entry/{number}", self.of(log, role))

    def director_link(self, base: str, log: str) -> str:
        return keyed(f"{event_link(base, log)}/director", self.of(log, DIRECTOR))

    def pad_link(self, base: str, log: str) -> str:
        return keyed(f"{base}/pad/{log}", self.of(log, PAD))
