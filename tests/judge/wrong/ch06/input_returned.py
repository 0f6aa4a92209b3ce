"""wrong_answer: x comes back"""


class ParallelLMHead:
    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        return x

    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        return x

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        return x

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        return x

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        return x
