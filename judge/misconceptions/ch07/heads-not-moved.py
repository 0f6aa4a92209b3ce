"""The code gives F.scaled_dot_product_attention the tokens where it looks for the heads.

Why: The tensors come as (tokens, heads, head_dim). The call wants (…, heads, tokens, head_dim), and
can tell the two apart by nothing but the sizes.

Look: Which dimension does the call take for the tokens, counted from the end?
"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = q.shape[0], k.shape[0]
    mask = torch.ones(new, total, dtype=torch.bool, device=q.device).tril(total - new)
    q, k, v = (x.unsqueeze(0) for x in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True).squeeze(0)
