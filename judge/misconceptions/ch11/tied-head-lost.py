"""The head keeps a weight of its own although the configuration ties it.

Why: The head is a layer like any other, and it is created with a parameter.

Look: A checkpoint with tied embeddings may hold no lm_head.weight. Who fills the head's parameter
then?
"""


class Qwen3ForCausalLM:
    def __init__(self, config: object, group: object):
        nn.Module.__init__(self)
        self.config = config
        self.model = Qwen3Model(config, group)
        self.lm_head = ParallelLMHead(config.vocab_size, config.hidden_size, group)
