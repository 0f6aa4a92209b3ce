"""wrong_answer: the result stays with heads before tokens"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = q.shape[0], k.shape[0]
    mask = torch.ones(new, total, dtype=torch.bool).tril(total - new)
    q, k, v = (x.transpose(0, 1) for x in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)
