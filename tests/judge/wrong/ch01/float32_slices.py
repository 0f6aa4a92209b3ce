"""wrong_answer: column_parallel gives float32 for bfloat16"""

from collections.abc import Sequence

from torch import Tensor


def column_parallel(x: Tensor, shards: Sequence[Tensor]) -> list[Tensor]:
    return [x.float() @ shard.float().T for shard in shards]
