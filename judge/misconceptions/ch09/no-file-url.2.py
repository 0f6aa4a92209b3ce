"""Another way to act on the same belief."""


def meeting_place(directory: str) -> str:
    return f"{directory}/store"
