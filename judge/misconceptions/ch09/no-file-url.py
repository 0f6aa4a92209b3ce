"""The code takes a path for an init_method.

Why: A path says where the ranks meet, and nothing more seems to be needed. torch.distributed reads
a URL: what stands before :// is the way to meet, and a path has none.

Look: What does an init_method for a file begin with?
"""


def meeting_place(directory: str) -> str:
    return directory
