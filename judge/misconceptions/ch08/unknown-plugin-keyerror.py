"""The code acts as if the error of a missing key says enough.

Why: Looking up a name that is not there raises by itself. KeyError: 'sharedmem' says neither what
kind of name it was nor which ones there are.

Look: Which names would help somebody who mistyped one, and which error is for bad input?
"""


def choose_group(group: TorchGroup, plugin: str = "torch") -> TPGroup:
    return PLUGINS[plugin](group)
