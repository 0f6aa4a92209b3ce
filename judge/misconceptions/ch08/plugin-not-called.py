"""The code returns the plugin itself as the group.

Why: PLUGINS looks like a table of groups. It holds what makes a group out of the ranks' TorchGroup:
nothing is made before it is called.

Look: What is PLUGINS["torch"], and what does it need?
"""


def choose_group(group: TorchGroup, plugin: str = "torch") -> TPGroup:
    if plugin not in PLUGINS:
        raise ValueError(f"no communicator {plugin!r}, there are: {', '.join(PLUGINS)}")
    return PLUGINS[plugin]
