"""runtime_error: the heads of the first x are kept"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        if "kept" not in self.__dict__:
            heads = self.qkv_proj(x).unflatten(-1, (-1, self.qkv_proj.head_size))
            kv = self.qkv_proj.num_kv_heads
            self.__dict__["kept"] = heads.split([self.qkv_proj.num_heads, kv, kv], dim=1)
        return self.__dict__["kept"]
