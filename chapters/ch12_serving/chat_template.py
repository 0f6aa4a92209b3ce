"""Turns a conversation into the text that a model was trained on, by the checkpoint's own template.

The template is Jinja, in tokenizer_config.json or chat_template.jinja, and is rendered in a
sandbox: checkpoints come from strangers. The names it may use are transformers'. Left out: tools.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from jinja2 import Template, TemplateError
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment


def read_text(directory: Path, settings: dict) -> str | None:
    """The template's source: its own file, or a field, which may hold several by name."""
    path = directory / "chat_template.jinja"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    found = settings.get("chat_template")
    if isinstance(found, list):
        return {entry["name"]: entry["template"] for entry in found}.get("default")
    return found


def refuse(message: str) -> None:
    raise TemplateError(message)


def compile_template(source: str) -> Template:
    """A template as transformers compiles it; ValueError when it is none."""
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols]
    )
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    environment.globals["raise_exception"] = refuse
    environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
    try:
        return environment.from_string(source)
    except TemplateError as error:
        raise ValueError(f"the chat template is not Jinja: {error}") from None


class ChatTemplate:
    """The template of a checkpoint, which may have none.

    Without one, the messages' texts follow one another, a line each: a base model knows no roles.
    """

    def __init__(self, directory: str | Path):
        """Read it; ValueError for one that is no template."""
        path = Path(directory) / "tokenizer_config.json"
        settings = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        source = read_text(Path(directory), settings)
        self.template = None if source is None else compile_template(source)
        self.special = {
            name: value["content"] if isinstance(value, dict) else value
            for name, value in settings.items()
            if name.endswith("_token") and isinstance(value, str | dict)
        }

    def render(self, messages: Sequence[tuple[str, str]]) -> str:
        """The prompt for the assistant's next turn. messages: (role, text) of each turn.

        Raises ValueError for a conversation that the template refuses.
        """
        if self.template is None:
            return "\n".join(text for _, text in messages)
        turns = [{"role": role, "content": text} for role, text in messages]
        try:
            return self.template.render(messages=turns, add_generation_prompt=True, **self.special)
        except Exception as error:  # a template may fail in any way
            raise ValueError(f"the chat template refuses these messages: {error}") from None
