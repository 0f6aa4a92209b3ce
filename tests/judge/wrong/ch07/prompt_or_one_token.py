"""wrong_answer: causal for a prompt, no mask for one new token, and nothing between"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    is_prompt = q.shape[0] > 1
    q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, is_causal=is_prompt, enable_gqa=True)
    return out.squeeze(0).transpose(0, 1)
