"""Ids of other ranks are looked up in row 0, also when the table has no row.

Why: Row 0 is a safe place for an id whose vector is zeroed later. A rank that owns no id has no row
0.

Look: Try a table of shape [0, 2].
"""

import torch.nn.functional as F
from torch import Tensor


def masked_lookup(ids: Tensor, table: Tensor, vocab_start: int) -> Tensor:
    rows = ids - vocab_start
    mine = (rows >= 0) & (rows < table.shape[0])
    vectors = F.embedding(rows.masked_fill(~mine, 0), table)
    return vectors.masked_fill(~mine.unsqueeze(-1), 0)
