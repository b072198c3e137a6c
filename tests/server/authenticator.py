"""An authenticator in software: a key that signs what a browser would have it sign (WebAuthn, attestation "none")."""

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey, at one site; `count` is what it says of how often it has signed."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.id = secrets.token_bytes(32)
        self.user = b""
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any], **lies: Any) -> dict[str, Any]:
        """Answers `navigator.credentials.create`; `lies` are other parts of the client's data."""
        assert options["rp"]["id"] == self.host
        assert {"type": "public-key", "alg": -7} in options["pubKeyCredParams"]
        self.user = unpacked(options["user"]["id"])
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + self._public()
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(_ATTESTED) + attested}
        client = self._client("webauthn.create", options["challenge"], lies)
        return self._credential(
            {"clientDataJSON": packed(client), "attestationObject": packed(cbor2.dumps(attestation))}
        )

    def get(self, options: dict[str, Any], **lies: Any) -> dict[str, Any]:
        """Answers `navigator.credentials.get`."""
        assert options["rpId"] == self.host
        data, client = self._data(0), self._client("webauthn.get", options["challenge"], lies)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            {
                "clientDataJSON": packed(client),
                "authenticatorData": packed(data),
                "signature": packed(signature),
                "userHandle": packed(self.user),
            }
        )

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        named = {"id": packed(self.id), "rawId": packed(self.id), "type": "public-key"}
        return named | {"response": response, "clientExtensionResults": {}, "authenticatorAttachment": "platform"}

    def _client(self, kind: str, challenge: str, lies: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told | lies).encode()

    def _data(self, flags: int) -> bytes:
        place = hashlib.sha256(self.host.encode()).digest()
        return place + bytes([_PRESENT | _VERIFIED | flags]) + self.count.to_bytes(4)

    def _public(self) -> bytes:
        """The public key in COSE: EC2, ES256, P-256."""
        point = self._key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
