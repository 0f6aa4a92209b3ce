# Everything runs in .venv, which the first target that needs it makes.
#   make check                      grade all chapters and problems, show where you are
#   make check PYTHON=python3.12    with another Python, when .venv is made
#   make check TORCH=torch==2.14.1  with another PyTorch; anything that pip install takes

PYTHON ?= python3
TORCH ?= $(shell grep '^torch==' constraints.txt)
PY := .venv/bin/python
PIP = $(PY) -m pip install --no-compile
CODE := judge solutions models bench tests practice/judge.py

.PHONY: check lessons test test-all verify style fix bench notebooks clean

check: .venv/run
	@$(PY) -m judge check || { code=$$?; test $$code -eq 5 || exit $$code; }

# Opens the lessons in the browser.
lessons: .venv/lessons
	@$(PY) -m jupyterlab --notebook-dir=. chapters/ch01_where_to_cut/lesson.ipynb

# Three workers keep two cores busy: much of a test's time is spent waiting for other processes.
PYTEST := -m pytest -n 3 --dist worksteal

test: .venv/dev
	@$(PY) $(PYTEST) -m "not slow"

test-all: .venv/dev
	@$(PY) $(PYTEST)

# For authors: style, types, stubs against solutions, and the judge against right and wrong code.
verify: .venv/dev style
	@$(PY) -m judge verify

style: .venv/dev
	@$(PY) -m ruff check -q $(CODE)
	@$(PY) -m mypy
	@$(PY) -m judge.stubs --check

# Formats the code that is not the learner's, and makes the learner's files anew where untouched.
fix: .venv/dev
	@$(PY) -m ruff check -q --fix --exit-zero $(CODE)
	@$(PY) -m ruff format -q $(CODE)
	@$(PY) -m judge.stubs

# Every comparison in bench/, one after the other: 40 minutes on a quiet machine.
#   make bench OPTIONS=--quick      two rounds of each, to see that it runs; RESULTS.md stays
bench:
	@set -- bench/bench_*.py; test -e "$$1" || { echo "bench/ holds no comparison yet."; exit 0; }; \
	$(MAKE) --no-print-directory .venv/dev && for file; do $(PY) "$$file" $(OPTIONS) || exit; done

# Every lesson.ipynb from the lesson.md beside it, executed against the solutions.
notebooks: .venv/lessons
	@$(PY) -m judge.notebooks

# What the tools left behind. Your answers and your progress stay.
clean:
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/out bench/venvs
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp in .venv says that the packages of pyproject.toml, or of some of its extras too, are there
# at the versions of constraints.txt. The first one brings chapter 12's as well: they are 4 MB. pip
# is heard only when it fails. PyTorch comes first, alone, so that no other package chooses one.
# pip would compile all of their files on one core: compileall does it on every core.
define quietly
@mkdir -p .venv; $(1) >.venv/pip.log 2>&1 || { cat .venv/pip.log; echo "That failed, see above."; exit 1; } >&2
endef

define requirements
@grep -v '^torch==' constraints.txt >.venv/constraints.txt
@$(PY) -c 'import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
extras = [project["optional-dependencies"][name] for name in sys.argv[1:]]; \
print(*sum(extras, project["dependencies"]), sep="\n")' $(1) >.venv/requirements.txt
$(call quietly,$(PIP) -c .venv/constraints.txt -r .venv/requirements.txt)
@$(PY) -m compileall -q -j 0 .venv/lib >/dev/null 2>&1 || true # some files are for other Pythons
@touch $@
endef

.venv/run: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv (once, about a minute)…" >&2
	$(call quietly,$(PIP) $(TORCH))
	$(call requirements,serve)

.venv/dev: .venv/run
	@echo "Adding what the tests need to .venv (once)…" >&2
	$(call requirements,dev lessons serve)

.venv/lessons: .venv/run
	@echo "Adding what the lessons need to .venv (once)…" >&2
	$(call requirements,lessons serve)

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo \
	"Python 3.11 or newer is needed, $(PYTHON) is not: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo \
	"$(PYTHON) cannot make .venv: install its venv module (Debian: apt install python3-venv)" >&2; exit 1; }
	$(call quietly,$(PYTHON) -m venv .venv)
