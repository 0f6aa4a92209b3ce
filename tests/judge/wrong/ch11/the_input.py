"""wrong_answer: an MLP that returns its input"""


class Qwen3MLP:
    def forward(self, x: Tensor) -> Tensor:
        return x
