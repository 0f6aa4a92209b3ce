"""The mask has True where a token is hidden, and is taken for what may be seen.

Why: A mask for masked_fill hides what is True, and so do those of other libraries. The boolean mask
of F.scaled_dot_product_attention says the opposite: True takes part.

Look: Which tokens does the last token of a prompt see? Something must be left to average.
"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = q.shape[0], k.shape[0]
    mask = torch.ones(new, total, dtype=torch.bool, device=q.device).triu(total - new + 1)
    q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)
    return out.squeeze(0).transpose(0, 1)
