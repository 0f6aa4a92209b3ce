"""contract_violation: all sequences run at once, whether the cache has room for them or not."""


class ModelRunner:
    def stream(self, prompt_ids, params):
        most = self.config.max_position_embeddings
        plan = plan_sequences(prompt_ids, params, most, self.capacity)
        running = [sequence for group in plan for sequence in group]
        for block, sequence in enumerate(running):
            sequence.block = block
        cache = self.new_cache(running)
        while running:
            tokens = self.step(running, cache, params)
            yield [(s.index, token) for s, token in zip(running, tokens, strict=True)]
            running = [s for s in running if not self.is_finished(s, params)]
