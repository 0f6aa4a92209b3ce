"""The code acts as if a collective takes any strides.

Why: Every other function of torch does. gloo and NCCL read memory from the first element on, in the
order in which it lies there, so a transposed matrix gives wrong sums without an error.

Look: Which check stands before the collective, and what does it say of x.t()?
"""


def contiguous(x: Tensor) -> Tensor:
    return x
