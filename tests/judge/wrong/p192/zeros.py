"""wrong_answer: the shapes are right and every number is 0."""


def unpack_qkv(packed, layout, num_heads, num_kv_heads, head_size, num_blocks=1):
    sizes = (num_heads * head_size, num_kv_heads * head_size, num_kv_heads * head_size)
    return tuple(packed.new_zeros(size, *packed.shape[1:]) for size in sizes)
