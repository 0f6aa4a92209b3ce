"""runtime_error: numpy knows no bfloat16"""


class ParallelLMHead:
    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        num_owned = self.vocab_end - self.vocab_start
        logits = self.local_logits(x, last)[:, :num_owned].numpy()
        best = self.local_best(x, last)
        if num_owned:
            best[:, 1] = torch.from_numpy(logits.argmax(axis=1)) + self.vocab_start
        best = self.group.all_gather(best.unsqueeze(1), dim=1)
        values, ids = best.unbind(dim=-1)
        return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()
