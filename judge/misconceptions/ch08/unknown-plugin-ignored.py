"""The code takes the default for a name that is not registered.

Why: The program goes on, which looks kind. Whoever mistyped the name of a fast plugin measures the
slow one, and is told nothing.

Look: What should somebody see who asks for "sharedmem" where only "shm" is registered?
"""


def choose_group(group: TorchGroup, plugin: str = "torch") -> TPGroup:
    return PLUGINS.get(plugin, PLUGINS["torch"])(group)
