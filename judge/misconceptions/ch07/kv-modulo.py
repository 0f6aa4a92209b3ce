"""The code lets query head h read KV head h modulo the number of KV heads.

Why: Repeating the KV heads as a whole gives the right number of them. Neighbouring query heads
share one KV head, they do not take turns.

Look: Which KV head do query heads 0 and 1 read, of 4 query heads and 2 KV heads?
"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = q.shape[0], k.shape[0]
    mask = torch.ones(new, total, dtype=torch.bool, device=q.device).tril(total - new)
    times = q.shape[1] // k.shape[1]
    k, v = k.repeat(1, times, 1), v.repeat(1, times, 1)
    q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return out.squeeze(0).transpose(0, 1)
