"""wrong_answer: of equals the last rank's, unless rank 0 is among them."""


def sharded_argmax(local_logits, vocab_start, group):
    values, ids = local_best(local_logits, vocab_start)
    best = torch.stack([values.double(), ids.double()], dim=-1)
    values, ids = group.all_gather(best.unsqueeze(0), dim=0).unbind(-1)
    last = group.size - 1 - values.flip(0).argmax(dim=0, keepdim=True)
    winner = torch.where(values[:1] == values.max(dim=0, keepdim=True).values, 0, last)
    return ids.gather(0, winner).squeeze(0).long()
