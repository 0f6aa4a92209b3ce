"""Each lesson on a fresh clone: it runs to "Your turn", and after that says what is not written."""

import asyncio

import pytest

from judge import catalog, notebooks

SOURCES = notebooks.lessons(catalog.ROOT)


def executed(course, source, scratch):
    """The lesson's notebook, run where the learner's files are as they were given."""
    name = source.parent.name
    book = notebooks.parse(source.read_text(encoding="utf-8"), name)
    folder = course / "chapters" / name
    asyncio.run(notebooks.execute(book, folder, scratch, allow_errors=True))
    return book.cells


def texts(cell):
    for output in cell.get("outputs", []):
        yield output.get("text") or output.get("data", {}).get("text/plain", "")


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.parent.name)
def test_a_lesson_runs_before_anything_is_written(course, source, tmp_path):
    cells = executed(course, source, tmp_path)
    for cell in cells:
        tags = cell.metadata.get("tags", [])
        errors = [out for out in cell.get("outputs", []) if out.output_type == "error"]
        assert not errors or notebooks.RAISES in tags, f"{cell.source}\n{errors}"
    turn = next(n for n, cell in enumerate(cells) if cell.source.startswith("## Your turn"))
    before = "".join(text for cell in cells[:turn] for text in texts(cell))
    after = "".join(text for cell in cells[turn:] for text in texts(cell))
    assert "is not written yet" not in before
    assert "is not written yet" in after
    assert "NOT FINISHED" in after


def test_every_lesson_has_a_turn_of_the_readers():
    assert SOURCES
    for source in SOURCES:
        assert "\n## Your turn\n" in source.read_text(encoding="utf-8"), source
