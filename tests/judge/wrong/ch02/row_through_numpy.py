"""runtime_error: numpy cannot hold what a bfloat16 checkpoint brings"""


class RowParallelLinear:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        if param.ndim == 1:
            check_shape(loaded_weight, param.shape)
            param.data.copy_(loaded_weight)
            return
        check_shape(loaded_weight, (len(param), param.shape[1] * self.tp_size))
        part = loaded_weight.chunk(self.tp_size, 1)[self.tp_rank]
        param.data.copy_(torch.from_numpy(part.numpy().copy()))
