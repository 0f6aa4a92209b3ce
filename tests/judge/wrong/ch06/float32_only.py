"""wrong_answer: logits are always float32"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        if last is not None:
            x = x[last]
        return F.linear(x.float(), self.weight.float())
