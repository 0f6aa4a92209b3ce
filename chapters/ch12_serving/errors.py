"""Errors in the shape of OpenAI's protocol, so that stock clients raise their own classes.

400: a prompt that the model cannot take, or no JSON · 404: no such model or path · 413: a body that
is too large · 422: a field is missing, unknown or out of range · 429: the queue is full, try again
· 500: a rank failed · 503: the service is shutting down.
"""


class ApiError(Exception):
    """An answer that is an error. param: the field that is to blame; code: a name for programs."""

    def __init__(
        self,
        status: int,
        message: str,
        code: str | None = None,
        param: str | None = None,
        headers: dict[str, str] | None = None,
    ):
        super().__init__(message)
        self.status = status
        self.code = code
        self.param = param
        self.headers = headers

    def body(self) -> dict:
        """The JSON that a client gets."""
        kinds = {429: "rate_limit_error", 500: "server_error", 503: "server_error"}
        kind = kinds.get(self.status, "invalid_request_error")
        error = {"message": str(self), "type": kind, "param": self.param, "code": self.code}
        return {"error": error}


def queue_full(max_queue: int) -> ApiError:
    """429: tell the client to try again in a second."""
    message = f"the queue is full, {max_queue} prompts wait at most: try again later"
    return ApiError(429, message, "queue_full", headers={"Retry-After": "1"})


def too_many_prompts(most: int) -> ApiError:
    return ApiError(400, f"one request may have {most} prompts at most", param="prompt")


def shutting_down() -> ApiError:
    return ApiError(503, "the service is shutting down", "shutting_down")


def ranks_failed(error: BaseException) -> ApiError:
    return ApiError(500, f"the model's ranks have ended: {error}", "ranks_failed")
