"""Connections: how HTTP is read, and what those are told who speak none."""

import logging
from http import HTTPStatus
from typing import Any

from aiohttp import web

from docena.server.protection.responses import refusal, sealed

log = logging.getLogger("docena.server")

IDLE_SECONDS = 75.0
"""A connection that asks for nothing is closed."""


class Connection(web.RequestHandler):
    """One connection of a client."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002  # it quotes the request
    ) -> web.StreamResponse:
        """What aiohttp says would tell its version, and quote what it could not read, here and in the log."""
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(exc, ConnectionError):
            log.error("a request failed", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError
        response = _error(status)
        response.force_close()
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        if isinstance(resp, web.HTTPException):  # raised before our own handlers were asked
            resp = _error(resp.status)
        return await super().finish_response(request, resp, start_time)


def _error(status: int) -> web.StreamResponse:
    why = (
        "this is no request that can be read" if status == HTTPStatus.BAD_REQUEST else HTTPStatus(status).phrase.lower()
    )
    return sealed(refusal(status, why, "bad" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "unavailable"))


class ConnectionFactory(web.Server):
    """Makes connections."""

    def __call__(self) -> Connection:
        return Connection(self, loop=self._loop, **self._kwargs)


class HttpRunner(web.AppRunner):
    """Runs the application with connections of our own."""

    def __init__(self, app: web.Application, shutdown_timeout: float) -> None:
        super().__init__(
            app,
            access_log=None,
            handle_signals=False,
            shutdown_timeout=shutdown_timeout,
            keepalive_timeout=IDLE_SECONDS,
            auto_decompress=False,  # what is counted must be what is kept
        )

    async def _make_server(self) -> ConnectionFactory:
        made: Any = await super()._make_server()
        return ConnectionFactory(
            made.request_handler, request_factory=made.request_factory, loop=made._loop, **made._kwargs
        )
