"""The code acts as if starting ranks is safe anywhere in a script.

Why: Under fork it is, and so it is in a notebook. Under spawn a rank imports the script again, runs
what stands at its top level, and starts ranks of its own. What the user reads then is an error of
multiprocessing about its bootstrapping phase, and the driver knows only that a rank has ended.

Look: Which lines of a script does a spawned rank run before it is a rank?
"""


def leave_if_importing() -> None:
    pass
