"""runtime_error: a tensor of positions has no truth value"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        return F.linear(x[last] if last else x, self.weight)
