"""wrong_answer: a RuntimeError instead of an NcclError."""


def check(library, function, result):
    if result:
        raise RuntimeError(f"{function}: {library.ncclGetErrorString(result).decode()} ({result})")
