"""An object whose class has a name of millions of letters."""

Endless = type("x" * 7_900_000, (), {})


def shard_tensor(*arguments):
    return Endless()
