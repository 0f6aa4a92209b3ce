"""Where the learner stands: what is passed, what is open, and the pages that show it.

Nothing is run here: it reads the learner's files as text, and the progress that was recorded.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from . import catalog, progress, splice
from .command_line import VERBS
from .errors import UsageError
from .i18n import _
from .output import COMMAND
from .records import Problem, Submission, Task
from .render import course as pages
from .render import words
from .render.course import Row, Step
from .render.layout import Screen
from .source import parse
from .submission import path_of, shown, working_tree


@dataclass(frozen=True)
class Todo:
    """A task, and the file where it is to be written."""

    task: Task
    path: Path
    text: str  # of that file

    @property
    def place(self) -> str:
        return f"{shown(self.path)}:{_line_of(self.text, self.task)}"

    def __str__(self) -> str:
        return f"{words.task_title(self.task)}, {self.place}"


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
    """The tasks that are not started, in order; none of a file that does not parse."""
    found: list[Todo] = []
    for name in problem.files:
        tasks = [task for task in problem.tasks if task.file == name]
        path = path_of(problem, submission, name)
        text = _text_of(path)
        started = _started(text, tasks)
        found += [Todo(task, path, text) for task in tasks if not started[task.id]]
    return sorted(found, key=lambda todo: problem.tasks.index(todo.task))


def places(problem: Problem, submission: Submission) -> dict[str, str]:
    """Where each task is written: `linear.py:124`, by its id."""
    texts = {name: _text_of(path_of(problem, submission, name)) for name in problem.files}
    return {task.id: f"{task.file}:{_line_of(texts[task.file], task)}" for task in problem.tasks}


def first_failed(problem: Problem, submission: Submission) -> Todo | None:
    """The first task that failed in the last grading."""
    failed = progress.failed_tasks(problem)
    task = next((task for task in problem.tasks if task.id in failed), None)
    if task is None:
        return None
    path = path_of(problem, submission, task.file)
    return Todo(task, path, _text_of(path))


def first_open(problem: Problem, submission: Submission) -> Todo | None:
    return next(iter(open_tasks(problem, submission)), None)


def step(problem: Problem, submission: Submission) -> Step:
    """What to do for a problem that is not accepted yet: what failed, then what is open."""
    failed = first_failed(problem, submission)
    todo = failed or first_open(problem, submission)
    written = _("{problem}, all written: now grade it whole").format(problem=catalog.label(problem))
    title = words.task_title(todo.task) if todo else written
    return Step(
        task=_("{task}, which failed").format(task=title) if failed else title,
        place=todo.place if todo else shown(path_of(problem, submission, problem.files[0])),
        grade=f"{COMMAND} {words.name(problem)}",
        read=_reading(problem),
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
        todo = [problem for problem in course if states[problem.id] != "passed"]
        begun = (p for p in todo if states[p.id] != "none" or _is_begun(p))
        last = max((i for i, p in enumerate(course) if states[p.id] == "passed"), default=-1)
        if found := next(begun, None) or next(iter(course[last + 1 :] or todo), None):
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
    return len(open_tasks(problem, working_tree(problem))) < len(problem.tasks)


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
    todo = {one.task.id for one in open_tasks(problem, submission)} if submission else set()
    tasks = [_task_row(problem, task, submission, task.id in todo) for task in problem.tasks]
    lines = pages.problem_page(problem, tasks, _facts(problem, len(todo)), _text(problem), screen)
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
    problem: Problem, task: Task, submission: Submission | None, is_open: bool
) -> tuple[str, str, str]:
    """Title, place and state of a task."""
    if submission is None:
        return words.task_title(task), "", ""
    place = places(problem, submission)[task.id]
    return words.task_title(task), place, _("not started") if is_open else _("written")


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


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace")


def _started(text: str, tasks: list[Task]) -> dict[str, bool]:
    try:
        return splice.task_states(text, tasks).started
    except SyntaxError:  # it is being written, so it is started
        return {task.id: True for task in tasks}


def _line_of(text: str, task: Task) -> int:
    """The line of the first function of a task."""
    try:
        nodes: list[ast.stmt] = parse(text).body
    except SyntaxError:
        return 1
    line = 1
    for name in task.names[0].split("."):
        node = next((n for n in nodes if getattr(n, "name", "") == name), None)
        if node is None:
            return line
        line, nodes = node.lineno, getattr(node, "body", [])
    return line


def _reading(problem: Problem) -> str:
    """The command or file that explains the problem."""
    home = catalog.home(problem)
    if (home / "lesson.ipynb").exists():
        return _("make lessons, then {page}").format(page=shown(home / "lesson.ipynb"))
    page = home / ("lesson.md" if problem.chapter else "problem.md")
    return shown(page) if page.exists() else ""
