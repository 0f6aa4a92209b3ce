"""Row numbers on both sides; the ranks that share a head are counted first."""

import torch


def div_even(a: int, b: int, allow_replicate: bool = False) -> int:
    if min(a, b) < 1:
        raise ValueError(f"cannot lay out {a} on {b}")
    big, small = (b, a) if allow_replicate and b > a else (a, b)
    if big % small:
        raise ValueError(f"cannot lay out {a} on {b}")
    return a // b or 1


def kv_heads_of_rank(tp_rank: int, tp_size: int, num_kv_heads: int) -> range:
    if num_kv_heads >= tp_size:
        count = div_even(num_kv_heads, tp_size)
        return range(count * tp_rank, count * (tp_rank + 1))
    div_even(num_kv_heads, tp_size, True)
    ranks_per_head = tp_size // num_kv_heads
    head = tp_rank // ranks_per_head
    return range(head, head + 1)


class GroupedQKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, range]:
        start = self.tp_rank * self.num_heads
        kv = kv_heads_of_rank(self.tp_rank, self.tp_size, self.total_num_kv_heads)
        places = {
            "q": (0, range(start, start + self.num_heads)),
            "k": (self.num_heads, kv),
            "v": (self.num_heads + self.num_kv_heads, kv),
        }
        if loaded_shard_id not in places:
            raise ValueError(f"no projection {loaded_shard_id!r}")
        return places[loaded_shard_id]

    def weight_loader(
        self, param: nn.Parameter, loaded_weight: Tensor, loaded_shard_id: str
    ) -> None:
        first, heads = self.segment(loaded_shard_id)
        total = {"q": self.total_num_heads}.get(loaded_shard_id, self.total_num_kv_heads)
        check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))
        rows = torch.arange(heads.start * self.head_size, heads.stop * self.head_size)
        to = torch.arange(len(rows)) + first * self.head_size
        param.data[to] = loaded_weight[rows].to(param.dtype)
