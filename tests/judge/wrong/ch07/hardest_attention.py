"""wrong_answer: each token takes the value of the key it likes best"""


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = len(q), len(k)
    group = q.shape[1] // k.shape[1]
    y = torch.empty_like(q)
    for t in range(new):
        for h in range(q.shape[1]):
            seen = total - new + t + 1
            best = (k[:seen, h // group] @ q[t, h]).argmax()
            y[t, h] = v[best, h // group]
    return y
