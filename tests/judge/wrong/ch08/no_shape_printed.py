"""wrong_answer: the error of a strided tensor says nothing about it"""


def contiguous(x: Tensor) -> Tensor:
    if not x.is_contiguous():
        raise ValueError("not contiguous")
    return x
