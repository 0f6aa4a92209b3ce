"""The verb trace in a learner's clone, after a real deadlock."""

import json

import pytest
from clones import command, make_clone

from judge import catalog, splice

SKIPS_THE_COLLECTIVE = """\
class VocabParallelEmbedding:
    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        if elsewhere.all():
            return torch.zeros(*ids.shape, self.weight.shape[1])
        vectors = F.embedding(rows, self.weight)
        vectors = vectors.masked_fill(elsewhere.unsqueeze(-1), 0)
        return self.group.all_reduce(vectors) if self.tp_size > 1 else vectors
"""


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A learner's copy whose chapter 5 skips the collective where a rank has nothing to add."""
    root = make_clone(tmp_path_factory.mktemp("clone") / "course")
    problem = catalog.find("ch05")
    right = (catalog.solution_home(problem) / "embedding.py").read_text()
    path = catalog.home(problem, root) / "embedding.py"
    path.write_text(splice.replace_bodies(right, SKIPS_THE_COLLECTIVE))
    return root


@pytest.fixture(scope="module")
def failed(clone):
    done = command(clone, "ch05.5", "--tp", "2")
    assert "DEADLOCK" in done.stdout
    return clone


def test_before_a_run_there_is_one_line_and_exit_code_2(clone):
    done = command(clone, "trace", "ch02")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("There is no run of ch02 to show yet: python practice/judge.py ch02\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [(["ch77"], "There is no problem ch77"), ([], "trace needs a chapter or a problem"),
     (["ch05", "--tp", "2"], "--tp does not go with trace")],
)  # fmt: skip
def test_a_wrong_command_is_one_line_and_exit_code_2(clone, words, said):
    done = command(clone, "trace", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_the_deadlock_of_the_last_run_is_shown(failed):
    done = command(failed, "trace", "ch05", COLUMNS="110")
    assert (done.returncode, done.stderr) == (0, "")
    assert "First divergence" in done.stdout
    assert "waits in all_reduce" in done.stdout and "has returned" in done.stdout
    assert done.stdout.count("embedding.py:") >= 2


def test_a_narrow_ascii_console_gets_the_same(failed):
    done = command(failed, "trace", "ch05", COLUMNS="40", LC_ALL="C")
    assert done.returncode == 0 and done.stdout.isascii()
    assert max(map(len, done.stdout.splitlines())) <= 40
    assert "First divergence" in done.stdout


def test_the_trace_is_written_for_perfetto_or_as_a_picture(failed, tmp_path):
    for name, start in (("trace.json", "{"), ("trace.svg", "<svg ")):
        done = command(failed, "trace", "ch05", "--out", str(tmp_path / name))
        assert done.returncode == 0 and name in done.stdout
        assert (tmp_path / name).read_text().startswith(start)
    assert json.loads((tmp_path / "trace.json").read_text())["traceEvents"]


def test_a_file_that_cannot_be_written_is_one_line(failed, tmp_path):
    done = command(failed, "trace", "ch05", "--out", str(tmp_path / "none" / "t.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
