"""Where the learner stands: what is passed, what is open, and the pages that show it.

Nothing is run here: it reads the learner's files as text, and the progress that was recorded.
"""

from __future__ import annotations

from . import catalog, progress, todo
from .command_line import VERBS
from .errors import UsageError
from .i18n import _
from .output import COMMAND
from .records import Problem, Submission, Task
from .render import course as pages
from .render import words
from .render.course import Row, Step
from .render.layout import Screen
from .submission import path_of, shown, working_tree
from .todo import Todo


def find(text: str) -> Problem:
    """The problem that a word names; UsageError with the nearest verb or problem."""
    import difflib  # only a mistake needs it

    near = difflib.get_close_matches(text.lower(), VERBS, n=1, cutoff=0.7)
    if near and not text.isdecimal():
        raise UsageError(
            _("There is no problem {text}. Did you mean {command} {verb}?").format(
                text=text, command=COMMAND, verb=near[0]
            )
        )
    return catalog.find(text)


def find_ready(text: str) -> Problem:
    """The same, for a problem that can be graded; a task's id names its problem."""
    problem = find(text)
    if not problem.ready:
        raise UsageError(
            _("{problem} cannot be graded yet. What can: {command} list").format(
                problem=catalog.label(problem), command=COMMAND
            )
        )
    return problem


def ready() -> list[Problem]:
    """What can be graded, in the order in which it is learned."""
    return [problem for problem in catalog.problems() if problem.ready]


def open_tasks(problem: Problem, submission: Submission) -> list[Todo]:
    """The tasks that are not wholly written, in order; none of a file that does not parse."""
    found: list[Todo] = []
    for name in problem.files:
        tasks = [task for task in problem.tasks if task.file == name]
        found += todo.of_file(path_of(problem, submission, name), tasks)
    return sorted(found, key=lambda one: problem.tasks.index(one.task))


def num_unstarted(problem: Problem, submission: Submission) -> int:
    """How many tasks nobody has begun."""
    return sum(not one.begun for one in open_tasks(problem, submission))


def places(problem: Problem, submission: Submission) -> dict[str, str]:
    """Where each task is written: `linear.py:124`, by its id."""
    texts = {name: todo.text_of(path_of(problem, submission, name)) for name in problem.files}
    lines = {task: todo.line_of(texts[task.file], task.names[0]) for task in problem.tasks}
    return {task.id: f"{task.file}:{line}" for task, line in lines.items()}


def first_failed(problem: Problem, submission: Submission) -> Todo | None:
    """The first task that failed in the last grading."""
    failed = progress.failed_tasks(problem)
    task = next((task for task in problem.tasks if task.id in failed), None)
    if task is None:
        return None
    path = path_of(problem, submission, task.file)
    return Todo(task, path, todo.text_of(path))


def first_open(problem: Problem, submission: Submission) -> Todo | None:
    return next(iter(open_tasks(problem, submission)), None)


def step(problem: Problem, submission: Submission) -> Step:
    """What to do for a problem that is not accepted yet: what failed, then what is open."""
    failed = first_failed(problem, submission)
    first = failed or first_open(problem, submission)
    written = _("{problem}, all written: now grade it whole").format(problem=catalog.label(problem))
    title = words.task_title(first.task) if first else written
    return Step(
        task=_("{task}, which failed").format(task=title) if failed else title,
        place=first.place if first else shown(path_of(problem, submission, problem.files[0])),
        grade=f"{COMMAND} {words.name(problem)}",
        read=_reading(problem),
        is_written=first is None,
    )


def page(verb: str, problem: str, screen: Screen) -> list[str]:
    """The screen of `next`, `list` or `show`; what follows `list` chooses rows."""
    if verb == "show":
        return show_page(find(problem), screen)
    return next_page(screen) if verb == "next" else list_page(screen, problem)


def current() -> Problem:
    """What to do now: a chapter, or practice once all chapters are passed.

    It is the first that is begun and not passed; else the first open one after the last that is
    passed, so that one may begin anywhere; else the first open one. The last of all when none is.
    """
    states = progress.states(ready())
    for kind in (True, False):
        course = [problem for problem in ready() if problem.chapter is kind]
        left = [problem for problem in course if states[problem.id] != "passed"]
        begun = (p for p in left if states[p.id] != "none" or _is_begun(p))
        last = max((i for i, p in enumerate(course) if states[p.id] == "passed"), default=-1)
        if found := next(begun, None) or next(iter(course[last + 1 :] or left), None):
            return found
    return ready()[-1]


def following(problem: Problem) -> Problem | None:
    """The next one of its kind, chapter or practice, that is not passed; else what `next` names."""
    states = progress.states(ready())
    same = [other for other in ready() if other.chapter is problem.chapter]
    later = (p for p in same[same.index(problem) + 1 :] if states[p.id] != "passed")
    found = next(later, None) or current()
    return found if states[found.id] != "passed" else None


def _is_begun(problem: Problem) -> bool:
    return num_unstarted(problem, working_tree(problem)) < len(problem.tasks)


def current_step() -> Step | None:
    """What to do now; nothing where all is passed."""
    problem = current()
    return step(problem, working_tree(problem)) if progress.state(problem) != "passed" else None


def next_page(screen: Screen) -> list[str]:
    """What to do now, and how to read about it."""
    if now := current_step():
        return pages.next_step(now, screen)
    return pages.done(screen, f"{COMMAND} check")


def list_page(screen: Screen, wanted: str = "") -> list[str]:
    """All chapters and problems, or those of one of command_line.FILTERS."""
    chosen = [problem for problem in catalog.problems() if _is_wanted(problem, wanted)]
    rows = [row(problem) for problem in chosen]
    lines = pages.table(rows, screen) if rows else [_("There is none.")]
    return [*lines, "", *pages.what_next(f"{COMMAND} next", screen)]


def _is_wanted(problem: Problem, wanted: str) -> bool:
    """A stale pass is open again."""
    if wanted in ("", "chapters", "practice"):
        return not wanted or problem.chapter == (wanted == "chapters")
    state = progress.state(problem) if problem.ready else ""
    return state in {"open": ("none", "stale", "failed")}.get(wanted, (wanted,))


def show_page(problem: Problem, screen: Screen) -> list[str]:
    """One problem in full: its facts, its tasks, the text of practice, and what to do.

    That is to grade it; of one that is passed, whatever `next` says.
    """
    submission = working_tree(problem) if problem.ready else None
    unwritten = {one.task.id: one for one in open_tasks(problem, submission)} if submission else {}
    tasks = [_task_row(problem, t, submission, unwritten.get(t.id)) for t in problem.tasks]
    num_open = sum(not one.begun for one in unwritten.values())
    lines = pages.problem_page(problem, tasks, _facts(problem, num_open), _text(problem), screen)
    if submission is None:
        return [*lines, *pages.later(screen, f"{COMMAND} list")]
    now = current_step() if progress.state(problem) == "passed" else step(problem, submission)
    return [*lines, "", *pages.next_step(now, screen)] if now else lines


def row(problem: Problem, mark: str = "", note: str = "") -> Row:
    """A problem's line: the mark given, else what is recorded."""
    if not problem.ready:
        return Row(problem, _("later"))
    return Row(problem, mark or _recorded(problem), note or effort(problem))


def effort(problem: Problem) -> str:
    """`5 tasks, about 25 min`."""
    return _("{tasks}, about {minutes} min").format(
        tasks=words.tasks(len(problem.tasks)), minutes=problem.minutes
    )


def _recorded(problem: Problem) -> str:
    """The mark of what was graded last, as far as it still holds."""
    begun = _("begun") if _is_begun(problem) else "–"  # and never graded as a whole
    marks = {"passed": _("passed"), "stale": _("stale"), "failed": _("failed"), "none": begun}
    return marks[progress.state(problem)]


def _task_row(
    problem: Problem, task: Task, submission: Submission | None, unwritten: Todo | None
) -> tuple[str, str, str]:
    """Title, place and state of a task."""
    if submission is None:
        return words.task_title(task), "", ""
    place = places(problem, submission)[task.id]
    if unwritten is None:
        return words.task_title(task), place, _("written")
    return words.task_title(task), place, _("begun") if unwritten.begun else _("not started")


def _facts(problem: Problem, num_open: int) -> list[tuple[str, str]]:
    home = catalog.home(problem)
    if not problem.ready:
        return [(_("state"), _state(problem, num_open))]
    facts = [(_("files"), " ".join(shown(home / name) for name in problem.files))]
    facts += [(_("uses"), " ".join(problem.uses))] if problem.uses else []
    facts += [(_("ranks"), words.sizes(problem.tp)), (_("effort"), effort(problem))]
    return [*facts, (_("state"), _state(problem, num_open))]


def _state(problem: Problem, num_open: int) -> str:
    if not problem.ready:
        return _("comes later")
    if num_open:
        return _("{open} of {tasks} not started").format(
            open=num_open, tasks=words.tasks(len(problem.tasks))
        )
    return {
        "passed": _("passed"),
        "stale": _("passed once, but a file has changed since"),
        "failed": _("written, not accepted yet"),
        "none": _("written, not graded yet"),
    }[progress.state(problem)]


def _text(problem: Problem) -> str:
    """The text of a practice problem; chapters have a lesson to open."""
    page = catalog.home(problem) / "problem.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


def _reading(problem: Problem) -> str:
    """The command or file that explains the problem."""
    home = catalog.home(problem)
    if (home / "lesson.ipynb").exists():
        return _("make lessons, then {page}").format(page=shown(home / "lesson.ipynb"))
    page = home / ("lesson.md" if problem.chapter else "problem.md")
    return shown(page) if page.exists() else ""
