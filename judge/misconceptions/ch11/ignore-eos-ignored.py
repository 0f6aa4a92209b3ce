"""A sequence ends at its end-of-text token even where ignore_eos says not to.

Why: An end-of-text token is the natural end, and the flag is easy to overlook.

Look: What should is_finished return for a sequence that ends with an EOS id when ignore_eos is
True and the length is not reached?
"""


class ModelRunner:
    def is_finished(self, sequence: object, params: object) -> bool:
        if len(sequence.tokens) >= sequence.max_length:
            return True
        return sequence.tokens[-1] in self.eos_ids
