"""wrong_answer: a bfloat16 checkpoint makes the parameter bfloat16"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        rows = loaded_weight[self.vocab_start : self.vocab_end]
        padding = rows.new_zeros(len(param) - len(rows), param.shape[1])
        param.data = torch.cat([rows, padding])
