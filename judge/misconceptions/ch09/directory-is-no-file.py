"""The code lets the ranks meet in a directory itself.

Why: A directory of their own was made for the ranks, so it looks like the place. They meet in a
file, which the first of them makes; where a directory has that name there can be no file.

Look: Which file will there be, and what is its path?
"""


def meeting_place(directory: str) -> str:
    return "file://" + directory
