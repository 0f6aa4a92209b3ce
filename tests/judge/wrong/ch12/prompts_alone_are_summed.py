"""contract_violation: after the prompts each rank runs a whole model; then the sums are for show"""

from ..ch10_loader.loader import load_sharded
from ..ch11_qwen3.qwen3 import Qwen3ForCausalLM
from ..tp_group import HandGroup


class BatchRunner:
    def __init__(self, directory, group, dtype=None, cache_bytes=CACHE_BYTES, max_batch=8):
        super().__init__(directory, group, dtype, cache_bytes)
        self.max_length = min(self.capacity // max_batch, self.config.max_position_embeddings)
        if self.max_length < 1:
            raise ValueError(f"a cache of {self.capacity} tokens is too small for {max_batch}")
        shape, alone = (max_batch, self.max_length), HandGroup(0, 1)
        self.cache = KVCache(self.config, *shape, group, self.dtype, self.device)
        self.running = {}
        self.whole = Qwen3ForCausalLM(self.config, alone)
        load_sharded(self.whole, directory, alone, self.dtype)
        self.whole_cache = KVCache(self.config, *shape, alone, self.dtype, self.device)

    @torch.inference_mode()
    def advance(self, left, joined):
        sequences = self.update(left, joined)
        if not sequences:
            return {}
        ids = torch.tensor([i for s in sequences for i in s.new_tokens], device=self.device)
        batch = Batch(
            tuple(s.block for s in sequences),
            tuple(s.num_cached for s in sequences),
            tuple(len(s.new_tokens) for s in sequences),
        )
        logits = self.whole(ids, batch, self.whole_cache)
        if joined:
            self.model.greedy(ids, batch, self.cache)
        elif self.group.size > 1:
            x = torch.ones(len(ids), self.config.hidden_size) * (1 + self.group.rank)
            for _ in range(2 * self.config.num_hidden_layers + 1):
                self.group.all_reduce(x.clone())
        if all(s.params.temperature == 0 for s in sequences):
            chosen = logits.argmax(-1).tolist()
        else:
            mine = logits if self.group.rank == 0 else None
            chosen = choose_in_lockstep(mine, sequences, self.group).tolist()
        for s, token in zip(sequences, chosen, strict=True):
            s.append(token)
        return {s.index: token for s, token in zip(sequences, chosen, strict=True)}
