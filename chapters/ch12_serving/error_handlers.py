"""Answers every error of the web application in the shape of `errors`."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from .errors import ApiError


def response(error: ApiError) -> JSONResponse:
    return JSONResponse(error.body(), error.status, error.headers)


def from_validation(error: RequestValidationError) -> ApiError:
    """The first thing that is wrong with a body: 400 when it is not JSON, else 422."""
    first = error.errors()[0]
    # A place is ("body", field, index or type, ...): the field is what a user knows.
    param = next((part for part in first["loc"][1:2] if isinstance(part, str)), None)
    if first["type"] == "json_invalid":
        return ApiError(400, "the body is not JSON", "invalid_json")
    if first["type"] == "extra_forbidden":
        return ApiError(422, f"{param} is not supported here", "unknown_parameter", param)
    message = first["msg"].removeprefix("Value error, ")
    return ApiError(422, f"{param or 'the body'}: {message}", "invalid_value", param)


def install(app: FastAPI) -> None:
    """Answer every error of the app in this shape, the framework's own ones included."""

    @app.exception_handler(ApiError)
    async def api(request: Request, error: ApiError) -> JSONResponse:
        return response(error)

    @app.exception_handler(RequestValidationError)
    async def validation(request: Request, error: RequestValidationError) -> JSONResponse:
        return response(from_validation(error))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        return response(ApiError(error.status_code, error.detail, headers=error.headers))

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> JSONResponse:
        return response(ApiError(500, "the service failed to answer, see its log"))
