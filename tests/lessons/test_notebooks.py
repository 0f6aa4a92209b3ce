"""Lessons are built the same way every time, and a broken or stale one is not accepted."""

import json

import pytest

from judge import catalog, notebooks

HEADER = """---
jupyter:
  kernelspec:
    display_name: Python 3
    language: python
    name: python3
---

"""
LESSON = """# Chapter 2. A lesson

Some text.

```python
import sys
sys.path.insert(0, "../..")  # the root of the course
%load_ext judge
import torch
```

## Your turn

```python tags=["varies"]
import time
time.time()
```

```python tags=["raises-exception"]
%judge ch2x
```

```python
%%yours
from chapters.ch02_linear.linear import RowParallelLinear
from chapters.tp_group import HandGroup

print(RowParallelLinear(4, 2, HandGroup(0, 2)).weight.shape)
```

```python
%%ranks 2
group.all_reduce(torch.tensor([rank + 1]))
```

```python
%judge ch02.1
```
"""


CHAPTERS = [path.parent.name.partition("_")[0] for path in notebooks.lessons(catalog.ROOT)]


FIRST = ("ch01", "ch02")  # each takes seconds, to import torch twice
BUILT = [
    pytest.param(chapter, marks=[] if chapter in FIRST else [pytest.mark.slow])
    for chapter in CHAPTERS
]


@pytest.mark.parametrize("path", notebooks.lessons(catalog.ROOT), ids=lambda path: path.parent.name)
def test_the_cells_of_a_notebook_are_those_of_its_lesson(path):
    chapter = path.parent.name.partition("_")[0]
    made = notebooks.parse(path.read_text(encoding="utf-8"), chapter).cells
    kept = json.loads(path.with_suffix(".ipynb").read_text(encoding="utf-8"))["cells"]
    assert [(c.id, c.cell_type, c.source, c.metadata.get("tags", [])) for c in made] == [
        (c["id"], c["cell_type"], "".join(c["source"]), c["metadata"].get("tags", [])) for c in kept
    ]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("chapter", BUILT)
def test_a_notebook_is_what_its_lesson_and_the_solutions_make(chapter, capsys):
    code = notebooks.main([chapter, "--check"])
    assert code == 0, capsys.readouterr().out


def make_root(target, **lessons):
    """A root whose chapters are the ones that are given; the rest is this repository's."""
    for name in ("judge", "practice", "solutions", "models"):
        (target / name).symlink_to(catalog.ROOT / name)
    for chapter, text in lessons.items():
        home = target / "chapters" / catalog.find(chapter).folder
        home.mkdir(parents=True)
        (home / "lesson.md").write_text(HEADER + text, encoding="utf-8")
    for name in ("__init__.py", "tp_group.py"):
        (target / "chapters" / name).write_bytes((catalog.ROOT / "chapters" / name).read_bytes())
    return target


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A course of one lesson, built."""
    root = make_root(tmp_path_factory.mktemp("root"), ch02=LESSON)
    assert notebooks.main([], root) == 0
    return root


@pytest.fixture(scope="module")
def path(root):
    return root / "chapters" / "ch02_linear" / "lesson.ipynb"


@pytest.fixture(scope="module")
def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def shown(cell):
    """What a cell shows as text."""
    parts = [out.get("text") or out.get("data", {}).get("text/plain") for out in cell["outputs"]]
    return "".join(line for part in parts for line in part or [])


def test_a_lesson_shows_what_the_solutions_do(cells):
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert "torch.Size([2, 2])" in shown(code[3])
    assert "rank 1\n  tensor([3])" in shown(code[4])
    assert "ACCEPTED  1 of 1 task done" in shown(code[5])


def test_what_varies_is_not_kept(cells):
    assert cells[3]["metadata"] == {"tags": ["varies"]}
    assert cells[3]["outputs"] == []


def test_a_heading_begins_a_cell_and_ids_are_those_of_the_place(cells):
    assert [cell["id"] for cell in cells] == [f"ch02-{n:02}" for n in range(len(cells))]
    assert "".join(cells[2]["source"]) == "## Your turn"


@pytest.mark.slow
def test_a_second_build_changes_no_byte(root, path, capsys):
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert notebooks.main([], root) == 0
    assert notebooks.main(["--check"], root) == 0
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert capsys.readouterr().out == ""


def test_broken_and_stale_lessons_fail_the_check_and_are_left_as_they_are(tmp_path, capsys):
    root = make_root(
        tmp_path,
        ch01="# One\n\n```python\n1 / 0\n```\n",
        ch02="# Two\n\n```python\nobject()\n```\n",
        ch03="# Three\n\n```python\nimport os\nos.getcwd()\n```\n",
        ch04="# Four\n\n```python\nprint('new')\n```\n",
    )
    stale = root / "chapters" / "ch04_kv_replication" / "lesson.ipynb"
    stale.write_text("print('old')\n", encoding="utf-8")
    assert notebooks.main(["--check"], root) == 1
    said = capsys.readouterr().out
    assert "ZeroDivisionError" in said
    assert said.count("prints what changes") == 2
    assert "ch04_kv_replication/lesson.ipynb is not what lesson.md and the solutions make" in said
    assert "-print('old')" in said
    assert stale.read_text(encoding="utf-8") == "print('old')\n"
    assert list(root.glob("chapters/*/lesson.ipynb")) == [stale]


def test_a_chapter_that_is_not_there_is_said(root, capsys):
    assert notebooks.main(["ch99"], root) == 1
    assert "There is no such lesson" in capsys.readouterr().out
