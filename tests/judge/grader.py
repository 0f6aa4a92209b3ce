"""A warm judge that grades solutions with some of their text replaced."""

from dataclasses import dataclass, field
from pathlib import Path

from judge import assemble, catalog, splice
from judge.grade import Options, Session
from judge.records import Submission, Verdict

SEED = "5eed"
FINE = (Verdict.ACCEPTED, Verdict.NOT_STARTED, Verdict.SKIPPED)


@dataclass
class Grader:
    """It grades the same texts with the same options once."""

    session: Session
    scratch: Path
    reports: dict = field(default_factory=dict)

    def report(self, problem, texts, **options):
        """A diagnosed report of a problem's files."""
        key = problem.id, *texts.values(), *options.items()
        if key not in self.reports:
            files = {name: self.scratch / name for name in texts}
            for name, text in texts.items():
                files[name].write_text(text)
            home = catalog.solution_home(problem)
            submission = Submission(home.parent if problem.chapter else home, files)
            report = self.session.grade(problem, submission, Options(seed=SEED, **options))
            self.reports[key] = self.session.diagnose(report)
        return self.reports[key]

    def changed(self, name, old, new, **options):
        """The report of a solution in which `old` became `new`."""
        problem = catalog.find(name)
        texts = assemble.solution_texts(problem)
        [file] = [file for file, text in texts.items() if old in text]
        return self.report(problem, texts | {file: texts[file].replace(old, new)}, **options)

    def bodies(self, name, donor, **options):
        """The report of a solution with other bodies in it."""
        problem = catalog.find(name)
        [(file, text)] = assemble.solution_texts(problem).items()
        return self.report(problem, {file: splice.replace_bodies(text, donor)}, **options)


def failing(report):
    return [case for case in report.cases if case.verdict not in FINE]
