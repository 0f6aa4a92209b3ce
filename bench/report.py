"""The tables of RESULTS.md, made from results/*.json between its markers.

    <!-- begin decode own -->     part "own" of results/decode.json
    <!-- end -->
    <!-- begin decode picture: Tokens a second -->     results/decode.svg, once it is there
    <!-- end -->
    <!-- begin all targets -->     every ratio that has one, and what results/other/*.json say
    <!-- end -->

Everything outside the markers is written by hand, and holds no measured figure.

    python bench/report.py            make them anew
    python bench/report.py --check    fail when they are not what the files say
"""

import re
import sys
from pathlib import Path

from paired import BENCH, RESULTS, Part, Ratio, load, spread

PAGE = BENCH / "RESULTS.md"
SECTION = re.compile(r"(<!-- begin (\S+) (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def number(value: float) -> str:
    """Three digits: 1,234 · 123 · 12.3 · 1.23 · 0.123 · 1.2e-05."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:.3g}"


def with_spread(values: list[float]) -> str:
    """ "1.24 (1.20–1.24)": the median and the quartiles."""
    low, middle, high = spread(values)
    return f"{number(middle)} ({number(low)}–{number(high)})"


def target(ratio: Ratio) -> str:
    """ "≥ 1.5, met", "≤ 1.05, missed", "0.8 to 1.2, met"; empty without a target."""
    least, most, middle = ratio.at_least, ratio.at_most, spread(ratio.values)[1]
    if least is None and most is None:
        return ""
    met = (least is None or middle >= least) and (most is None or middle <= most)
    words = f"{least} to {most}" if least and most else f"≥ {least}" if least else f"≤ {most}"
    return f"{words}, {'met' if met else 'missed'}"


def tables(part: Part) -> str:
    """A part as Markdown: the machine, rows, ratios, and what could not run."""
    rounds = max((len(values) for values in part.rows.values()), default=0)
    lines = [" ".join([f"{rounds} rounds on {part.machine}.", *part.notes]), ""]
    lines += ["| measured | median (quartiles) | |", "| --- | --- | --- |"]
    lines += [f"| {row} | {with_spread(v)} | {part.units[row]} |" for row, v in part.rows.items()]
    if part.ratios:
        lines += ["", "| ratio | median (quartiles) | target |", "| --- | --- | --- |"]
        lines += [f"| {r.name} | {with_spread(r.values)} | {target(r)} |" for r in part.ratios]
    for name, error in part.errors.items():
        lines += ["", f"Could not run: {name}. Its own words:", "", "```", error, "```"]
    return "\n".join(lines) + "\n"


def targets(results: Path) -> str:
    """Every ratio that has a target, here and on the machine of results/other."""
    lines = ["| | ratio | here | there | target |", "| --- | --- | --- | --- | --- |"]
    for file in sorted(results.glob("*.json")):
        other = load(results / "other", file.stem)
        for name, part in load(results, file.stem).items():
            there = {r.name: r for r in other[name].ratios} if name in other else {}
            rows = [beside(ratio, there.get(ratio.name)) for ratio in part.ratios]
            lines += [f"| {file.stem} {name} {row}" for row in rows if row]
    return "\n".join(lines) + "\n"


def beside(ratio: Ratio, there: Ratio | None) -> str:
    """The end of a row of `targets`; a median that misses the target is in bold."""
    if not (wanted := target(ratio).partition(",")[0]):
        return ""
    medians = [emphasised(each) if each else "–" for each in (ratio, there)]
    return f"| {ratio.name} | {' | '.join(medians)} | {wanted} |"


def emphasised(ratio: Ratio) -> str:
    middle = number(spread(ratio.values)[1])
    return f"**{middle}**" if target(ratio).endswith("missed") else middle


def plain(part: Part) -> str:
    """A part for the terminal."""
    rows = [f"  {r:44} {with_spread(v)} {part.units[r]}" for r, v in part.rows.items()]
    ratios = [f"  {r.name:44} {with_spread(r.values)}  {target(r)}" for r in part.ratios]
    errors = [f"  {name} could not run: {error}" for name, error in part.errors.items()]
    return "\n".join(rows + ratios + errors + [f"  {note}" for note in part.notes])


def renewed(page: str, results: Path = RESULTS) -> str:
    """The page with every marked section made anew; one that was not measured says so."""

    def section(match: re.Match[str]) -> str:
        name, what = match[2], match[3]
        if what.startswith("picture: "):
            there = (results / f"{name}.svg").exists()
            line = f"![{what.removeprefix('picture: ')}](results/{name}.svg)\n" if there else ""
            return match[1] + line + match[4]
        if (name, what) == ("all", "targets"):
            return match[1] + targets(results) + match[4]
        part = load(results, name).get(what)
        return match[1] + (tables(part) if part else "Not measured yet.\n") + match[4]

    return SECTION.sub(section, page)


def rewrite() -> None:
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> int:
    page = PAGE.read_text(encoding="utf-8")
    if sys.argv[1:] != ["--check"]:
        rewrite()
        return 0
    if page == renewed(page):
        return 0
    print("RESULTS.md is not what results/*.json say: python bench/report.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
