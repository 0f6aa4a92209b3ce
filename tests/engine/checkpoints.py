"""Small random Qwen3 checkpoints, made and evaluated by transformers, the oracle of the engine."""

import torch
from transformers import Qwen3Config, Qwen3ForCausalLM

SHAPE = {
    "vocab_size": 211,
    "hidden_size": 24,
    "intermediate_size": 36,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 64,
    "rope_parameters": {"rope_type": "default", "rope_theta": 1e4},
    "tie_word_embeddings": False,
    "attention_bias": False,
    "eos_token_id": 7,
}


def oracle_model(**overrides):
    """A transformers Qwen3 whose every parameter, norms and biases included, is random."""
    model = Qwen3ForCausalLM(Qwen3Config(**(SHAPE | overrides))).eval()
    generator = torch.Generator().manual_seed(5)
    for name, param in model.named_parameters():
        scale = 0.3 if param.ndim == 2 else 1.0
        values = torch.randn(param.shape, generator=generator) * scale
        param.data.copy_(values + ("norm" in name))
    return model


def write_checkpoint(directory, shard_size="1GB", dtype=torch.float32, **overrides):
    """Write a random checkpoint and return the transformers model that is in it."""
    model = oracle_model(**overrides).to(dtype)
    model.save_pretrained(directory, max_shard_size=shard_size)
    return model


def oracle_logits(model, ids):
    """transformers' logits of one sequence, (T, V) float32."""
    with torch.inference_mode():
        return model(torch.tensor([ids])).logits[0].float()


def oracle_tokens(model, ids, max_tokens, eos=()):
    """transformers' greedy continuation, computed anew from the whole sequence at each step."""
    tokens = []
    while len(tokens) < max_tokens and not (tokens and tokens[-1] in eos):
        tokens.append(int(oracle_logits(model, ids + tokens)[-1].argmax()))
    return tokens
