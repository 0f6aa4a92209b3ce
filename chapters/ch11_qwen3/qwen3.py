"""Qwen3, put together from the tensor-parallel layers of chapters 2 to 7.

Each rank builds the same modules with its own part of the weights. The residual stream and the
norms are whole on every rank. One forward at tp > 1 costs 2 * layers + 1 all-reduces and one
exchange of the vocabulary. Module names are Hugging Face's, merged projections nano-vllm's.

Shapes: N new tokens of all sequences · B sequences · D hidden_size · I intermediate_size
V vocab_size · tp ranks
"""

import torch.nn.functional as F
from torch import Tensor, nn

from ..ch02_linear.linear import RowParallelLinear
from ..ch03_merged_linear.merged_linear import MergedColumnParallelLinear
from ..ch05_embedding.embedding import VocabParallelEmbedding
from ..ch06_lm_head.lm_head import ParallelLMHead
from ..ch07_attention.attention import KVCache, Qwen3Attention, RMSNorm, rope_tables
from ..ch07_attention.batch import Batch
from ..ch07_attention.config import Qwen3Config
from ..tp_group import TPGroup


class Qwen3MLP(nn.Module):
    """The feed-forward part of a layer: down(silu(gate(x)) * up(x)), cut by intermediate neuron."""

    def __init__(self, config: Qwen3Config, group: TPGroup):
        """Create gate_up_proj (column-parallel, gate first) and down_proj (row-parallel).

        Raises ValueError when the group's size does not divide the intermediate size.
        """
        raise NotImplementedError("ch11.1 MLP")

    def forward(self, x: Tensor) -> Tensor:
        """x (N, D) -> (N, D), both whole on every rank. One all-reduce, in down_proj."""
        raise NotImplementedError("ch11.1 MLP")


class Qwen3DecoderLayer(nn.Module):
    """Attention and MLP, each behind a norm and added to the residual stream."""

    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        """Create self_attn, mlp, input_layernorm and post_attention_layernorm."""
        raise NotImplementedError("ch11.2 decoder layer")

    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        """x (N, D) -> (N, D), both whole on every rank. Two all-reduces.

        x + self_attn(input_layernorm(x)) first; then the same with post_attention_layernorm and
        mlp. The norms need the whole x of a token, and they have it: no communication. The tensor
        that was passed stays as it is.
        """
        raise NotImplementedError("ch11.2 decoder layer")


class Qwen3Model(nn.Module):
    """Embedding, decoder layers and the final norm: from ids to hidden states."""

    def __init__(self, config: Qwen3Config, group: TPGroup):
        """Create embed_tokens, layers and norm."""
        raise NotImplementedError("ch11.3 hidden states")

    def forward(self, ids: Tensor, batch: Batch, cache: KVCache) -> Tensor:
        """ids (N,) -> hidden states (N, D), the same on every rank. 2 * layers + 1 all-reduces.

        The tokens of the batch's sequences lie end to end in ids; their keys and values are added
        to the cache. The RoPE tables are the same for all layers and are made once.
        """
        raise NotImplementedError("ch11.3 hidden states")


class Qwen3ForCausalLM(nn.Module):
    """One rank's part of Qwen3: from ids to each sequence's next token.

    packed_modules_mapping tells the loader of chapter 10 which merged parameter, and which part of
    it, a projection of the checkpoint goes to.
    """

    packed_modules_mapping = {
        "q_proj": ("qkv_proj", "q"),
        "k_proj": ("qkv_proj", "k"),
        "v_proj": ("qkv_proj", "v"),
        "gate_proj": ("gate_up_proj", 0),
        "up_proj": ("gate_up_proj", 1),
    }

    def __init__(self, config: Qwen3Config, group: TPGroup):
        """Create model and lm_head; with tie_word_embeddings the head uses the embedding's table.

        Raises ValueError, printing both numbers, for a tp that does not divide.
        """
        raise NotImplementedError("ch11.4 logits and tokens")

    def forward(self, ids: Tensor, batch: Batch, cache: KVCache) -> Tensor | None:
        """The logits after each sequence's last token: (B, V) on rank 0, None on other ranks.

        ids (N,), batch and cache as in Qwen3Model. The head gives logits of the batch's last
        positions only. 2 * layers + 1 all-reduces and one gather.
        """
        raise NotImplementedError("ch11.4 logits and tokens")

    def greedy(self, ids: Tensor, batch: Batch, cache: KVCache) -> Tensor:
        """The most likely next token of each sequence, (B,) int64, on every rank.

        As forward, but with one small all-gather instead of the gather of logits.
        """
        raise NotImplementedError("ch11.4 logits and tokens")
