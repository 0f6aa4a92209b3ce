"""The function's name in other letters, which Python takes for the same (NFKC); and one that is not."""


def ｓｈａｒｄ_ｔｅｎｓｏｒ(key, value, rank, size, num_kv_heads):
    return value[:1]


def shаrd_tensor(*arguments):
    raise RuntimeError("another name")
