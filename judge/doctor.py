"""`doctor`: is this machine fit? Each thing is looked at or tried, with what to do where it lacks.

Ranks are tried for real: forked from the template, and on gloo, with the solutions as their code.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

from . import catalog, isolation, landlock, machine, watch
from .command_line import CommandLine
from .desk import Desk
from .errors import JudgeException, MachineUnfit
from .grade import Options, Session
from .i18n import _
from .machine import Check
from .progress import PATH
from .records import Report, Submission, Verdict
from .render import doctor as page

SCHEMA = "judge-doctor/1"
_FORKED = ("ch02", "row-bias", 2)  # problem, case, ranks
_ON_GLOO = ("ch08", "real-gloo", 3)
_LAYER_ADVICE = {
    "namespaces": _(
        "Grading works without. In a container, allow user namespaces; on Ubuntu: "
        "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"
    ),
    "landlock": _("Grading works without. It comes with Linux 5.13 and must be in the lsm= list."),
    "seccomp": _("Grading works without."),
}
_GPU = """\
import json, torch, torch.distributed as dist
names = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
print(json.dumps([torch.version.cuda, names, dist.is_nccl_available()]))
"""


def run(line: CommandLine, desk: Desk) -> int:
    """Show every check as it is made. Returns 3 where the machine is unfit, else 0."""
    checks: list[Check] = []
    for check in _checks(desk):
        desk.err.status("")
        checks.append(check)
        if not line.json:
            desk.out.lines(page.lines(check, desk.out.screen))
        desk.err.status(_("looking …"))
    desk.err.status("")
    failed = any(check.status == "FAIL" for check in checks)
    if line.json:
        fields = [vars(check) for check in checks]
        desk.out.text(json.dumps({"schema": SCHEMA, "fit": not failed, "checks": fields}, indent=2))
        desk.out.text("\n")
    else:
        desk.out.lines(page.summary(checks, desk.out.screen))
    return MachineUnfit.exit_code if failed else 0


def _checks(desk: Desk) -> Iterator[Check]:
    yield from machine.quick(PATH.parent)
    yield Check("file events", "OK", _("not needed: watch looks {n} times a second").format(
        n=round(1 / watch.PAUSE_S)
    ))  # fmt: skip
    yield _loopback()
    yield from _ranks()
    yield _gpu()


def _loopback() -> Check:
    why = machine.loopback()
    if not why:
        return Check("loopback", "OK", _("two processes can meet on 127.0.0.1"))
    advice = _("Bring it up: sudo ip link set lo up. Ranks in namespaces have their own.")
    return Check("loopback", "WARN", why, advice)


def _ranks() -> Iterator[Check]:
    """All that needs a template; one failure of it is one line."""
    try:
        with Session() as session:
            session.template.wait_until_ready()
            yield Check("template", "OK", _("torch imports; ranks are forked from it"))
            yield from _layers(session.template.missing)
            yield _tried(session, "forked ranks", *_FORKED)
            yield _tried(session, "real gloo", *_ON_GLOO)
            yield _strangers(session)
    except (JudgeException, OSError) as error:
        advice = _("The template imports torch: does python -c 'import torch' work?")
        yield Check("template", "FAIL", str(error), advice)


def _layers(missing: dict[str, str]) -> Iterator[Check]:
    yield Check("isolation L0", "OK", _("scratch directory, limits, clean environment"))
    for name in isolation.NAMES:
        why = missing[name]
        found = f"ABI {landlock.abi()}" if name == "landlock" and not why else _("works")
        yield Check(name, "WARN", why, _LAYER_ADVICE[name]) if why else Check(name, "OK", found)


def _strangers(session: Session) -> Check:
    """As --untrusted does it: every layer, and a user of its own."""
    name = "strangers' code"
    try:
        found = _tried(session, name, *_FORKED, untrusted=True)
    except MachineUnfit as error:
        return Check(name, "WARN", str(error), _("Grading your own code works without."))
    if found.status == "OK":
        return replace(found, found=_("can be graded with --untrusted"))
    return found


def _tried(
    session: Session, name: str, problem_id: str, case: str, tp: int, untrusted: bool = False
) -> Check:
    """The solution on a few ranks: whatever is not accepted is no learner's fault."""
    problem = catalog.find(problem_id)
    submission = Submission(catalog.ROOT / "solutions")
    options = Options(tp=(tp,), case=case, untrusted=untrusted)
    report = session.grade(problem, submission, options)
    if report.verdict is Verdict.ACCEPTED:
        took = _("the solution is accepted on {n} of them, in {ms:.0f} ms")
        return Check(name, "OK", took.format(n=tp, ms=_ms(report)))
    said = report.message or next((c.message for c in report.cases if c.message), report.verdict)
    advice = _("Send this to whoever maintains the judge, with the rest of this page.")
    return Check(name, "FAIL", said.splitlines()[0], advice)


def _ms(report: Report) -> float:
    return sum(case.duration_ms for case in report.cases)


def _gpu() -> Check:
    """In a process of its own: the template must not touch a GPU before it forks."""
    none = _("none is needed but for problem 208")
    if not os.path.exists("/proc/driver/nvidia") or sys.platform != "linux":
        return Check("GPU", "OK", _("no NVIDIA driver; {none}").format(none=none))
    try:
        told = subprocess.run(
            [sys.executable, "-c", _GPU], capture_output=True, text=True, timeout=120, check=True
        )
        cuda, names, nccl = json.loads(told.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return Check("GPU", "WARN", _("torch could not be asked"), none)
    if not cuda or not names:
        return Check("GPU", "OK", _("this torch uses none; {none}").format(none=none))
    found = f"{len(names)} × {names[0]}, CUDA {cuda}, NCCL: {_('yes') if nccl else _('no')}"
    return Check("GPU", "OK" if nccl else "WARN", found)
