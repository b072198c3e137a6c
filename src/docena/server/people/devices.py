"""Devices on which somebody has logged in: they prove it with a token that the server need not store."""

import hmac
import secrets
from base64 import urlsafe_b64encode

from docena.storage.accounts import Account

_NUMBER_BYTES, _PROOF_BYTES = 9, 18


def device_token(account: Account) -> str:
    """For a device on which the owner has just logged in; empty for an account without a password.

    It is derived from the hash of the password, which is secret, and becomes invalid when the password changes.
    """
    if account.password is None:
        return ""
    number = secrets.token_urlsafe(_NUMBER_BYTES)
    return f"{number}.{_proof(account.id, account.password, number)}"


def known_device(account: Account | None, token: str) -> str:
    """The number of the device that this token was made for; empty if it is for another account."""
    number, _, proof = token.partition(".")
    if account is None or account.password is None or not number:
        return ""
    right = _proof(account.id, account.password, number)
    return number if hmac.compare_digest(right.encode(), proof.encode("utf-8", "replace")) else ""


def _proof(account: str, password: str, number: str) -> str:
    made = hmac.digest(password.encode(), f"device\n{account}\n{number}".encode(), "sha256")
    return urlsafe_b64encode(made[:_PROOF_BYTES]).decode()
