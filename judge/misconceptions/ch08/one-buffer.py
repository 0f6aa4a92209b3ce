"""The list of buffers is made with [tensor] * size.

Why: The list has the right length, and printing it shows nothing odd. Python repeats the reference:
all its entries are one tensor, and the last rank's part overwrites the others.

Look: Compare id(parts[0]) and id(parts[1]).
"""


class TorchGroup:
    def all_gather(self, x: Tensor, dim: int = -1) -> Tensor:
        contiguous(x)
        if self.size == 1:
            return x
        parts = [torch.empty_like(x)] * self.size
        dist.all_gather(parts, x, group=self.process_group)
        return torch.cat(parts, dim)
