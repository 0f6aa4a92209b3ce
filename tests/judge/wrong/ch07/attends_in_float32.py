"""wrong_answer: attention comes back in float32"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = q.shape[0], k.shape[0]
    mask = torch.ones(new, total, dtype=torch.bool, device=q.device).tril(total - new)
    q, k, v = (x.float().transpose(0, 1).unsqueeze(0) for x in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)
    return out.squeeze(0).transpose(0, 1)
