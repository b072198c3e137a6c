"""Headers of every response, and errors as sentences."""

import msgspec
from aiohttp import web

from docena.core.errors import Reason

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html docena-worker"
    ),
    "Server": "docena",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def refusal(status: int, why: str, reason: Reason, clause: str = "") -> web.Response:
    """An error as JSON: a sentence, and a word for programs."""
    body = {"ok": False, "why": why, "reason": reason} | ({"clause": clause} if clause else {})
    return web.Response(status=status, body=msgspec.json.encode(body), content_type="application/json")


def sealed(response: web.StreamResponse) -> web.StreamResponse:
    """The response with the common headers."""
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.content_type == "application/json":
            response.headers.setdefault("Cache-Control", "no-store")
    return response
