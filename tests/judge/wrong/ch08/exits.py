"""runtime_error: a rank leaves"""

import os


class TorchGroup:
    def gather(self, x: Tensor, dim: int = -1, dst: int = 0) -> Tensor | None:
        if self.rank == self.size - 1:
            os._exit(0)
        return None
