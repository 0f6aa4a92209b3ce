"""runtime_error: numpy cannot hold what a bfloat16 checkpoint brings"""


class ColumnParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (param.shape[0] * self.tp_size, *param.shape[1:]))
        part = loaded_weight.chunk(self.tp_size)[self.tp_rank]
        param.data.copy_(torch.from_numpy(part.numpy().copy()))
