"""A sequence goes on after its end-of-text token.

Why: The length limit ends every sequence sooner or later.

Look: What should happen when the last token is one of eos_ids and ignore_eos is False? Does a
sequence that is finished leave the batch, while others go on?
"""


class ModelRunner:
    def is_finished(self, sequence: object, params: object) -> bool:
        return len(sequence.tokens) >= sequence.max_length
