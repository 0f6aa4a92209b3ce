"""The code acts as if there is one engine on a machine.

Why: The examples of torch.distributed use 127.0.0.1:29500, and the first engine starts. The second
finds the port taken, or meets the ranks of the first.

Look: What would two engines that start at the same moment have in common?
"""


def meeting_place(directory: str) -> str:
    return "tcp://127.0.0.1:29517"
