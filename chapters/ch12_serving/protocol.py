"""What a client may ask for: the fields of OpenAI's protocol that this service understands.

A field that it does not know is refused, because dropping it silently would give an answer to
another question. Some are accepted with their neutral value only, since clients send them unasked.
"""

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)


def encodable(text: str) -> str:
    """The text itself; JSON can write halves of characters, which are no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair is no character") from None
    return text


Text = Annotated[str, AfterValidator(encodable)]
NonEmpty = Annotated[Text, StringConstraints(min_length=1)]


class Strict(BaseModel):
    """No unknown fields, and no conversions: "5" is not a number."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class StreamOptions(Strict):
    include_usage: bool = False


class GenerationRequest(Strict):
    """The fields that both endpoints share. None stands for the default."""

    model: str | None = None  # None: the one that is served
    max_tokens: int | None = Field(None, ge=1)
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    seed: int | None = Field(None, ge=0, lt=2**63)
    stop: NonEmpty | Annotated[list[NonEmpty], Field(max_length=4)] | None = None
    ignore_eos: bool = False
    stream: bool = False
    stream_options: StreamOptions | None = None
    user: str | None = None  # who asks: changes no answer
    n: Literal[1] | None = None
    presence_penalty: Literal[0] | None = None
    frequency_penalty: Literal[0] | None = None

    @property
    def stops(self) -> list[str]:
        """The stop strings as a list."""
        return [self.stop] if isinstance(self.stop, str) else self.stop or []

    @property
    def include_usage(self) -> bool:
        return self.stream_options is not None and self.stream_options.include_usage


class CompletionRequest(GenerationRequest):
    """The body of /v1/completions: one prompt or several, as texts or as token ids."""

    prompt: Text | list[Text] | list[int] | list[list[int]]
    echo: Literal[False] | None = None
    logprobs: Literal[None] = None
    best_of: Literal[1] | None = None
    suffix: Literal[None] = None


class TextPart(Strict):
    type: Literal["text"]
    text: Text


class Message(Strict):
    """One turn of a conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: Text | list[TextPart]
    name: str | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return "".join(part.text for part in self.content)


class ChatRequest(GenerationRequest):
    """The body of /v1/chat/completions: messages, or a bare prompt that no template touches."""

    messages: Annotated[list[Message], Field(min_length=1)] | None = None
    prompt: Text | None = None
    max_completion_tokens: int | None = Field(None, ge=1)  # the newer name of max_tokens
    logprobs: Literal[False] | None = None

    @model_validator(mode="after")
    def check_alternatives(self) -> "ChatRequest":
        if (self.messages is None) == (self.prompt is None):
            raise ValueError("give either messages or prompt")
        if self.max_tokens is not None and self.max_completion_tokens is not None:
            raise ValueError("give either max_tokens or max_completion_tokens")
        return self
