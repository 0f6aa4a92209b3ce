"""A step chooses the next tokens and does not add them to their sequences.

Why: The tokens are returned, so the caller seems to have all it needs.

Look: What does the next step feed to the model? Look at what RunningSequence.append changes.
"""

import torch


class ModelRunner:
    @torch.inference_mode()
    def step(self, sequences: list, cache: object, params: object) -> list[int]:
        ids = torch.tensor([t for s in sequences for t in s.new_tokens], device=self.device)
        batch = Batch(
            blocks=tuple(sequence.block for sequence in sequences),
            starts=tuple(sequence.num_cached for sequence in sequences),
            lengths=tuple(len(sequence.new_tokens) for sequence in sequences),
        )
        if params.temperature == 0:
            return self.model.greedy(ids, batch, cache).tolist()
        logits = self.model(ids, batch, cache)
        chosen = sample_in_lockstep(logits, sequences, params, self.group, self.device)
        return chosen.tolist()
