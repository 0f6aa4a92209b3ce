"""Between the protocol and the ranks: a request's prompts as ids, within what the model can take.

Nothing wrong gets past this file: an error on a rank would end the service.
"""

from collections.abc import Sequence
from pathlib import Path

from ..ch07_attention.config import Qwen3Config
from ..ch11_qwen3.prompts import Prompt, check_prompts, encode
from ..ch11_qwen3.sampling_params import SamplingParams
from ..ch11_qwen3.text import read_eos_ids, read_tokenizer
from .answer import AnswerSet
from .chat_template import ChatTemplate
from .errors import ApiError
from .protocol import ChatRequest, CompletionRequest, GenerationRequest

DEFAULT_MAX_TOKENS = 16  # of a completion, as in OpenAI's protocol; a chat may fill the room


class ServedModel:
    """The checkpoint that is served, under the name of its directory."""

    def __init__(self, directory: str | Path, max_length: int):
        """max_length: how many tokens a prompt and its answer may have together."""
        self.name = Path(directory).resolve().name
        self.max_length = max_length
        self.config = Qwen3Config.read(directory)
        self.tokenizer = read_tokenizer(directory)
        self.template = ChatTemplate(directory)
        self.eos_ids = read_eos_ids(directory)

    def check_name(self, name: str) -> None:
        """Raise ApiError 404 for the name of another model."""
        if name != self.name:
            message = f"there is no model {name!r}, this service has {self.name!r}"
            raise ApiError(404, message, "model_not_found", "model")

    def completion(self, body: CompletionRequest) -> AnswerSet:
        """The answers that a body of /v1/completions asks for. Raises ApiError."""
        one = isinstance(body.prompt, str) or any(type(part) is int for part in body.prompt)
        prompts = [body.prompt] if one else body.prompt
        return self._answers(body, self._encode(prompts), body.max_tokens or DEFAULT_MAX_TOKENS)

    def chat(self, body: ChatRequest) -> AnswerSet:
        """The answer that a body of /v1/chat/completions asks for. Raises ApiError."""
        if body.messages is None:
            [prompt_ids] = self._encode([body.prompt])
        else:
            prompt_ids = self._encode_messages(body)
        room = max(1, self.max_length - len(prompt_ids))
        max_tokens = body.max_tokens or body.max_completion_tokens or room
        return self._answers(body, [prompt_ids], max_tokens)

    def decode(self, token_ids: list[int]) -> str:
        """The text of these tokens, without special ones."""
        return "" if self.tokenizer is None else self.tokenizer.decode(token_ids)

    def _encode(self, prompts: Sequence[Prompt]) -> list[list[int]]:
        try:
            return encode(prompts, self.tokenizer)
        except ValueError as error:
            raise ApiError(400, str(error), param="prompt") from None

    def _encode_messages(self, body: ChatRequest) -> list[int]:
        if self.tokenizer is None:
            raise ApiError(400, "the checkpoint has no tokenizer.json", param="messages")
        try:
            text = self.template.render([(turn.role, turn.text) for turn in body.messages])
        except ValueError as error:
            raise ApiError(400, str(error), param="messages") from None
        has_template = self.template.template is not None  # it writes all special tokens itself
        return self.tokenizer.encode(text, add_special_tokens=not has_template).ids

    def _answers(
        self, body: GenerationRequest, prompts: list[list[int]], max_tokens: int
    ) -> AnswerSet:
        self.check_name(self.name if body.model is None else body.model)
        params = SamplingParams(
            max_tokens=max_tokens,
            temperature=1.0 if body.temperature is None else body.temperature,
            top_p=1.0 if body.top_p is None else body.top_p,
            seed=body.seed,
            ignore_eos=body.ignore_eos,
        )
        self._check(prompts, params)
        pairs = [(prompt_ids, params) for prompt_ids in prompts]
        return AnswerSet(pairs, body.stops, self.decode, self.eos_ids)

    def _check(self, prompts: list[list[int]], params: SamplingParams) -> None:
        if not prompts:
            raise ApiError(400, "there is no prompt", param="prompt")
        for prompt_ids in prompts:
            num_tokens = len(prompt_ids) + params.max_tokens
            if num_tokens > self.max_length:
                raise ApiError(
                    400,
                    f"{len(prompt_ids)} tokens of prompt and max_tokens {params.max_tokens} make "
                    f"{num_tokens}, the model's context is {self.max_length}",
                    "context_length_exceeded",
                    "prompt",
                )
        try:
            check_prompts(prompts, params, self.config, self.max_length)
        except ValueError as error:
            raise ApiError(400, str(error), param="prompt") from None
