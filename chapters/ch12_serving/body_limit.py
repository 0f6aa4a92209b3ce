"""Refuses bodies that are too large, before they fill the memory."""

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .error_handlers import response
from .errors import ApiError

MAX_BODY_BYTES = 1 << 20


class BodyLimit:
    """Around the application: a body above MAX_BODY_BYTES is answered with 413.

    A body that tells its length is refused unread, one that does not (chunked) while it is read.
    """

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told = dict(scope.get("headers", [])).get(b"content-length", b"0")
        message = f"the body has more than {MAX_BODY_BYTES} bytes"
        if told.isdigit() and int(told) > MAX_BODY_BYTES:
            await response(ApiError(413, message))(scope, receive, send)
            return
        num_bytes = 0

        async def counting() -> Message:
            nonlocal num_bytes
            part = await receive()
            num_bytes += len(part.get("body", b""))
            if num_bytes > MAX_BODY_BYTES:
                raise HTTPException(413, message)
            return part

        await self.app(scope, counting, send)
