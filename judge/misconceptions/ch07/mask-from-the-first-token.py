"""The mask counts the new tokens from 0, also when older ones are cached.

Why: A prompt starts at 0, and is_causal=True fits it. A token that is decoded stands at the end of
its sequence.

Look: With 5 tokens in all and one of them new, how many may it see?
"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    return out.squeeze(0).transpose(0, 1)
