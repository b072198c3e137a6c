"""Middleware of every request: checks on its origin, response headers, and errors as sentences."""

import logging
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import hdrs, web
from aiohttp.typedefs import Middleware

from docena.core.errors import DocenaError, Reason, Refused, plain
from docena.core.words import refused, texts, worded
from docena.server.protection.addresses import address_of, scheme_of
from docena.server.protection.hosts import HostNames
from docena.server.protection.intake import INTAKE, Hold
from docena.server.protection.responses import refusal, sealed
from docena.server.requests import HOLD, language, origin_of
from docena.server.settings import Settings
from docena.storage.ports import StoreDown

log = logging.getLogger("docena.server")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

STATUS: dict[Reason, int] = {
    "bad": 400,
    "secret": 401,
    "not_yours": 403,
    "origin": 403,
    "host": 421,
    "approval": 403,
    "not_found": 404,
    "no_accounts": 404,
    "stale": 409,
    "taken": 409,
    "outdated": 409,
    "closed": 410,
    "not_now": 409,
    "illegal": 422,
    "too_many": 429,
    "no_passkeys": 501,
    "busy": 503,
    "unavailable": 503,
}


def own_origin(request: web.Request, settings: Settings) -> bool:
    """Whether the page that sent this is ours; programs other than browsers send no origin."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    if settings.public_url:
        return origin == origin_of(settings.public_url)
    host = request.headers.get("Host", "")
    proto = scheme_of(request, settings)
    # a proxy may terminate TLS without saying so; but if there is TLS, a page loaded without it is not ours
    return bool(host) and (origin == f"https://{host}" or (proto != "https" and origin == f"http://{host}"))


def _told(request: web.Request, why: Refused, status: int = 0) -> web.Response:
    return refusal(status or STATUS.get(why.reason, 400), why.said(language(request)), why.reason, why.clause)


def guard(settings: Settings) -> Middleware:
    names = HostNames(settings)

    def is_for_us(request: web.Request) -> bool:
        """Browsers always send the name they use; programs that do not are not a page."""
        return all(map(names.accept, request.headers.getall("Host", ())))

    async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_for_us(request):
            return sealed(_told(request, refused("host", "server", "foreign_name")))
        if not own_origin(request, settings):
            return sealed(_told(request, refused("origin", "server", "other_page")))
        hold = request[HOLD] = Hold(address_of(request, settings))
        try:
            response = await handler(request)
        except web.HTTPException as error:
            reason: Reason = "not_found" if error.status == 404 else "bad"
            known = f"status_{error.status}" in texts("en")["server"]
            why = worded("server", f"status_{error.status}") if known else error.reason.lower()
            response = _told(request, Refused(reason, why), error.status)
            error.__traceback__ = None  # or it and the request would refer to each other
        except Refused as error:
            response = _told(request, error)
        except msgspec.ValidationError as error:
            response = _told(request, Refused("bad", plain(str(error))))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            response = _told(request, refused("bad", "record", "not_json", error=error))
        except StoreDown as error:
            log.warning("the database does not answer", extra={"why": str(error)})
            response = _told(request, refused("unavailable", "refused", "unavailable"))
        except DocenaError as error:
            response = _told(request, Refused("bad", error.said))
        except ConnectionResetError:
            raise
        except Exception:
            log.exception(
                "a request failed", extra={"path": request.match_info.route.resource and str(request.rel_url.path)}
            )
            response = _told(request, refused("unavailable", "server", "failed"), 500)
        finally:
            request.app[INTAKE].release(hold)
        return sealed(response)

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await answered(request, handler)
        if request.method == hdrs.METH_CONNECT:
            # the parser takes everything that follows for the requested tunnel, the next request included
            response.force_close()
        return response

    return guarded
