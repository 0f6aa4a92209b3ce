"""The code leaves the end-of-text token out of the result.

Why: It has no text, so it looks like a signal and not like a token.

Look: Read again what generate returns: an EOS token included.
"""


class ModelRunner:
    def generate(self, prompt_ids: object, params: object) -> list:
        outputs = [[] for _ in prompt_ids]
        for step in self.stream(prompt_ids, params):
            for index, token in step:
                if params.ignore_eos or token not in self.eos_ids:
                    outputs[index].append(token)
        return outputs
