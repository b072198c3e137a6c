"""What stands before every request: whose page sent it, what may be sent back, and errors as sentences."""

import logging
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web
from aiohttp.typedefs import Middleware

from docena.core.errors import DocenaError, Reason, Refused, plain
from docena.core.words import say
from docena.server.protection.addresses import address_of, scheme_of
from docena.server.protection.intake import INTAKE, Hold
from docena.server.requests import HOLD, language, origin_of
from docena.server.settings import Settings
from docena.storage.ports import StoreDown

log = logging.getLogger("docena.server")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

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
STATUS: dict[Reason, int] = {
    "bad": 400,
    "secret": 401,
    "not_yours": 403,
    "origin": 403,
    "approval": 403,
    "not_found": 404,
    "no_accounts": 404,
    "stale": 409,
    "taken": 409,
    "closed": 410,
    "not_now": 409,
    "illegal": 422,
    "too_many": 429,
    "no_passkeys": 501,
    "busy": 503,
    "unavailable": 503,
}


def refusal(status: int, why: str, reason: Reason, clause: str = "") -> web.Response:
    """An error as JSON: a sentence, and a word for programs."""
    body = {"ok": False, "why": why, "reason": reason} | ({"clause": clause} if clause else {})
    return web.Response(status=status, body=msgspec.json.encode(body), content_type="application/json")


def own_origin(request: web.Request, settings: Settings) -> bool:
    """Whether the page that sent this is ours; programs that are no pages name no origin."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    if settings.public_url:
        return origin == origin_of(settings.public_url)
    host = request.headers.get("Host", "")
    proto = scheme_of(request, settings)
    # a proxy may take TLS off and not say so; but where there is TLS, a page that came without it is not ours
    return bool(host) and (origin == f"https://{host}" or (proto != "https" and origin == f"http://{host}"))


def guard(settings: Settings) -> Middleware:
    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not own_origin(request, settings):
            return _sealed(refusal(403, "requests from other pages are not answered", "origin"))
        hold = request[HOLD] = Hold(address_of(request, settings))
        try:
            response = await handler(request)
        except web.HTTPException as error:
            reason: Reason = "not_found" if error.status == 404 else "bad"
            response = refusal(error.status, f"{error.reason.lower()}: {request.method} {request.path}", reason)
        except Refused as error:
            sentence = error.said(language(request))
            response = refusal(STATUS.get(error.reason, 400), sentence, error.reason, error.clause)
        except msgspec.ValidationError as error:
            response = refusal(400, plain(str(error)), "bad")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            response = refusal(400, f"this is not JSON: {error}", "bad")
        except StoreDown as error:
            log.warning("the database does not answer", extra={"why": str(error)})
            response = refusal(503, say(language(request), "refused", "unavailable"), "unavailable")
        except DocenaError as error:
            response = refusal(400, str(error), "bad")
        except ConnectionResetError:
            raise
        except Exception:
            log.exception(
                "a request failed", extra={"path": request.match_info.route.resource and str(request.rel_url.path)}
            )
            response = refusal(500, "something went wrong here; it has been noted", "unavailable")
        finally:
            request.app[INTAKE].release(hold)
        return _sealed(response)

    return guarded


def _sealed(response: web.StreamResponse) -> web.StreamResponse:
    if not response.prepared:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.content_type == "application/json":
            response.headers.setdefault("Cache-Control", "no-store")
    return response
