"""wrong_answer: the parameter is float32 afterwards, whatever it was"""


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        part = loaded_weight[self.vocab_start : self.vocab_end]
        padding = part.new_zeros(len(param) - len(part), param.shape[1])
        param.data = torch.cat([part, padding]).float()
