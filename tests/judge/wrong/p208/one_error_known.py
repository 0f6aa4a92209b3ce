"""wrong_answer: only result 4 is an error."""


def check(library, function, result):
    if result == 4:
        raise NcclError(f"{function}: {library.ncclGetErrorString(result).decode()} ({result})")
    if result != 4 and result != 0:
        raise NcclError(f"{function}: unknown error ({result})")
