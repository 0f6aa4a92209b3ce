"""Links in what is handed in lead nowhere (B07): not to a solution, a hidden case, or a file of
the one who grades, neither as the file that is graded nor as an earlier chapter's."""

import os
import shutil

import pytest

from judge import assemble, catalog
from judge.errors import UsageError
from judge.submission import resolve

SOLUTIONS = catalog.ROOT / "solutions"
CH02, CH03, P199 = (catalog.find(name) for name in ("ch02", "ch03", "199"))


@pytest.fixture
def handed_in(tmp_path):
    """A folder with chapters 1 to 3, all right."""
    for problem in (catalog.find("ch01"), CH02, CH03):
        shutil.copytree(SOLUTIONS / problem.folder, tmp_path / "in" / problem.folder)
    return tmp_path / "in"


def by_symlink(path, target):
    path.unlink()
    path.symlink_to(target)


def by_relative_symlink(path, target):
    by_symlink(path, os.path.relpath(target, path.parent))


def by_folder(path, target):
    shutil.rmtree(path.parent)
    path.parent.symlink_to(target.parent)


def by_hard_link(path, target):
    copy = path.parent.parent.parent / "somebody's file"
    shutil.copy(target, copy)  # on the same disk
    path.unlink()
    os.link(copy, path)


LINKS = pytest.mark.parametrize(
    "link", [by_symlink, by_relative_symlink, by_folder, by_hard_link], ids=lambda f: f.__name__
)


def laid_out(problem, submission, tmp_path):
    return assemble.assemble(problem, submission, tmp_path / "laid out")


@LINKS
def test_the_file_that_is_graded_is_no_link(handed_in, link):
    link(handed_in / CH02.folder / "linear.py", SOLUTIONS / CH02.folder / "linear.py")
    with pytest.raises(UsageError, match="is a link: put the file itself there"):
        resolve(CH02, None, handed_in)


@LINKS
def test_an_earlier_chapters_file_is_no_link(handed_in, tmp_path, link):
    """Its text would lie where the later chapter's code can read it."""
    link(handed_in / CH02.folder / "linear.py", SOLUTIONS / CH02.folder / "linear.py")
    submission = resolve(CH03, None, handed_in)
    with pytest.raises(UsageError, match="is a link: put the file itself there"):
        laid_out(CH03, submission, tmp_path)


def test_without_links_all_is_read(handed_in, tmp_path):
    course = laid_out(CH03, resolve(CH03, None, handed_in), tmp_path)
    assert course.provided == ()


def test_the_folder_itself_may_be_reached_by_a_link(handed_in, tmp_path):
    """That one is of the person who grades."""
    (tmp_path / "way").symlink_to(handed_in)
    assert laid_out(CH03, resolve(CH03, None, tmp_path / "way"), tmp_path).provided == ()


@pytest.mark.parametrize("link", [by_symlink, by_hard_link], ids=lambda f: f.__name__)
def test_a_strangers_file_is_no_link_and_ones_own_may_be(tmp_path, link):
    (tmp_path / "in" / "199").mkdir(parents=True)
    file = tmp_path / "in" / "199" / "shard_tensor.py"
    file.write_text("")
    link(file, catalog.solution_home(P199) / "shard_tensor.py")
    assert resolve(P199, file, None).files
    with pytest.raises(UsageError, match="is a link"):
        resolve(P199, file, None, untrusted=True)


def test_a_file_that_becomes_a_link_meanwhile_is_not_read(handed_in, tmp_path):
    submission = resolve(CH02, None, handed_in)
    by_symlink(handed_in / CH02.folder / "linear.py", SOLUTIONS / CH02.folder / "linear.py")
    with pytest.raises(UsageError, match="is a link"):
        assemble.texts(CH02, submission)
