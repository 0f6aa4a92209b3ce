"""contract_violation: positions that nobody wants are cleared in x itself"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        if last is not None:
            wanted = x[last]
            x.zero_()
            x = wanted
        return F.linear(x, self.weight)
