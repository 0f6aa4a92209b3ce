"""wrong_answer: every result is an error."""


def check(library, function, result):
    raise NcclError(f"{function}: {library.ncclGetErrorString(result).decode()} ({result})")
