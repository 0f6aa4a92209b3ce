"""runtime_error: numpy cannot hold what a bfloat16 checkpoint brings"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        part = loaded_weight[self.vocab_start : self.vocab_end]
        param.data.zero_()[: len(part)] = torch.from_numpy(part.numpy())
