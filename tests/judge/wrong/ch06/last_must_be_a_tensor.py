"""runtime_error: a list of positions has no shape"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        if last is not None:
            x = x.gather(0, last.view(-1, 1).expand(-1, x.shape[1]))
        return F.linear(x, self.weight)
