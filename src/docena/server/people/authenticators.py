"""Passkeys as the library `webauthn` checks them; the only module that needs it."""

from typing import Any

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from docena.server.bodies import NewCredential, UsedCredential
from docena.server.people.ceremonies import LASTS, Ceremony
from docena.storage.accounts import Passkey

_RESIDENT = AuthenticatorSelectionCriteria(
    # people log in without typing a name, and nobody can find out which names have passkeys
    resident_key=ResidentKeyRequirement.REQUIRED,
    user_verification=UserVerificationRequirement.PREFERRED,
)


class NotAccepted(Exception):
    """An invalid response."""


class Site(msgspec.Struct, frozen=True):
    """The relying party, to which passkeys are bound."""

    origin: str
    host: str


def creation_options(site: Site, ceremony: Ceremony, had: list[Passkey]) -> dict[str, Any]:
    """The options of `navigator.credentials.create`."""
    return options_to_json_dict(
        generate_registration_options(
            rp_id=site.host,
            rp_name="docena",
            user_id=ceremony.account.encode(),
            user_name=ceremony.name,
            challenge=ceremony.challenge,
            timeout=int(LASTS * 1000),
            authenticator_selection=_RESIDENT,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=key.id) for key in had],
        )
    )


def request_options(site: Site, ceremony: Ceremony) -> dict[str, Any]:
    """The options of `navigator.credentials.get`."""
    return options_to_json_dict(
        generate_authentication_options(
            rp_id=site.host,
            challenge=ceremony.challenge,
            timeout=int(LASTS * 1000),
            user_verification=UserVerificationRequirement.PREFERRED,
        )
    )


def new_passkey(site: Site, ceremony: Ceremony, credential: NewCredential, label: str, today: int) -> Passkey:
    """The passkey in a response."""
    try:
        verified = verify_registration_response(
            credential=msgspec.to_builtins(credential),
            expected_challenge=ceremony.challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:  # any error of the library on untrusted bytes
        raise NotAccepted from error
    return Passkey(
        verified.credential_id, ceremony.account, verified.credential_public_key, verified.sign_count, label, today
    )


def signatures(site: Site, ceremony: Ceremony, credential: UsedCredential, passkey: Passkey) -> int:
    """Checks a response; returns its authenticator's signature count."""
    try:
        verified = verify_authentication_response(
            credential=msgspec.to_builtins(credential),
            expected_challenge=ceremony.challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception as error:
        raise NotAccepted from error
    return verified.new_sign_count
