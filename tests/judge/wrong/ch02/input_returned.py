"""wrong_answer: both layers return x"""


class ColumnParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return x


class RowParallelLinear:
    def forward(self, x: Tensor) -> Tensor:
        return x
