"""Bodies in and out of source files of every shape that people write."""

import ast
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.records import Task
from judge.splice import make_stub, replace_bodies, task_states

RAISE = 'raise NotImplementedError("ch02.1 t")'


def tasks(*names):
    return [Task("ch02.1", "t", "linear.py", names)]


def text(source):
    return textwrap.dedent(source).lstrip("\n")


GAPS = {
    "docstring kept": (
        'def f(x):\n    """Doc."""\n    y = x\n    return y\n',
        f'def f(x):\n    """Doc."""\n    {RAISE}\n',
    ),
    "no docstring": ("def f(x):\n    y = x\n    return y\n", f"def f(x):\n    {RAISE}\n"),
    "docstring of several lines": (
        'def f():\n    """Doc.\n\n  odd indent\n    """\n\n    return 1\n',
        f'def f():\n    """Doc.\n\n  odd indent\n    """\n    {RAISE}\n',
    ),
    "docstring only": ('def f():\n    """Doc."""\n', f'def f():\n    """Doc."""\n    {RAISE}\n'),
    "docstring with a comment": (
        'def f():\n    """Doc."""  # noqa\n    return 1\n',
        f'def f():\n    """Doc."""  # noqa\n    {RAISE}\n',
    ),
    "one line": ("def f(x): return x\n", f"def f(x): {RAISE}\n"),
    "one line, two statements": ("def f(x): y = x; return y\n", f"def f(x): {RAISE}\n"),
    "one line with a docstring": ('def f(): "Doc"; return 1\n', f'def f(): "Doc"; {RAISE}\n'),
    "one line, docstring only": ('def f(): "Doc"\n', f'def f(): "Doc"; {RAISE}\n'),
    "one line that ends lower": (
        "def f(): return [\n  1,\n]\nx = 1\n",
        f"def f(): {RAISE}\nx = 1\n",
    ),
    "one line joined by a backslash": ("def f(): \\\n  return 1\n", f"def f(): \\\n  {RAISE}\n"),
    "docstring and statement on one line": (
        'def f():\n    """Doc."""; x = 1\n    return x\n',
        f'def f():\n    """Doc."""; {RAISE}\n',
    ),
    "trailing comment of the body": (
        "def f(x):\n    return x  # (B, T)\n    # so that is it\n\n# stays\ny = 1\n",
        f"def f(x):\n    {RAISE}\n\n# stays\ny = 1\n",
    ),
    "comment before the body": (
        "def f(x):  # stays\n    # first cut\n    # then copy\n    return x\n",
        f"def f(x):  # stays\n    {RAISE}\n",
    ),
    "signature of several lines": (
        "def f(\n    x,  # the input\n    y: int = 3,\n) -> int:\n    return x\n",
        f"def f(\n    x,  # the input\n    y: int = 3,\n) -> int:\n    {RAISE}\n",
    ),
    "decorators": (
        "@a\n@b(\n    1)\ndef f(x):\n    return x\n",
        f"@a\n@b(\n    1)\ndef f(x):\n    {RAISE}\n",
    ),
    "a decorated function first in the body": (
        "def f(x):\n    @cache\n    def g():\n        return 1\n    return g\n",
        f"def f(x):\n    {RAISE}\n",
    ),
    "async": ("async def f(x):\n    await x\n", f"async def f(x):\n    {RAISE}\n"),
    "wide characters before it": (
        "é = 'ключ'; ß = 1\ndef f(ключ='é'): return ключ  # é\nz = 1\n",
        f"é = 'ключ'; ß = 1\ndef f(ключ='é'): {RAISE}\nz = 1\n",
    ),
    "wide characters in a docstring": (
        'def f():\n    "é"; return 1\n',
        f'def f():\n    "é"; {RAISE}\n',
    ),
    "tabs": ("if 1:\n\tdef f():\n\t\treturn 1\n", f"if 1:\n\tdef f():\n\t\t{RAISE}\n"),
    "no newline at the end": ("def f():\n    return 1", f"def f():\n    {RAISE}"),
    "docstring only, no newline at the end": (
        'def f():\n    """Doc."""',
        f'def f():\n    """Doc."""\n    {RAISE}',
    ),
    "windows line ends": (
        'def f():\r\n    """Doc.\r\n    """\r\n    return 1\r\nx = 1\r\n',
        f'def f():\r\n    """Doc.\r\n    """\r\n    {RAISE}\r\nx = 1\r\n',
    ),
    "old line ends": ("x = 1\rdef f():\r    return 1\r", f"x = 1\rdef f():\r    {RAISE}\r"),
    "a form feed and a line separator": (
        "x = 'a\u2028b\x0bc'\n\x0c\ndef f():\n    return 1\ny = 2\n",
        f"x = 'a\u2028b\x0bc'\n\x0c\ndef f():\n    {RAISE}\ny = 2\n",
    ),
    "a byte-order mark": ("\ufeffdef f():\n    return 1\n", f"\ufeffdef f():\n    {RAISE}\n"),
    "a string that looks like code": (
        "s = '''\ndef f():\n    return 1\n'''\ndef f():\n    return '''\n# x\n'''\n",
        f"s = '''\ndef f():\n    return 1\n'''\ndef f():\n    {RAISE}\n",
    ),
    "inside an if": (
        "if True:\n    def f():\n        return 1\nelse:\n    g = 2\n",
        f"if True:\n    def f():\n        {RAISE}\nelse:\n    g = 2\n",
    ),
}


@pytest.mark.parametrize("shape", GAPS)
def test_a_gap_replaces_the_body_and_nothing_else(shape):
    solution, stub = GAPS[shape]
    assert make_stub(solution, tasks("f")) == stub
    assert task_states(stub, tasks("f")).started == {"ch02.1": False}


METHODS = text(
    '''
    class Outer:
        """Doc."""

        def f(self):
            return 1

        class Inner:
            def f(self):
                return 2

            async def g(self): return 3

    def f():
        return 4
    '''
)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Outer.f", (2, 3, 4)),
        ("Outer.Inner.f", (1, 3, 4)),
        ("Outer.Inner.g", (1, 2, 4)),
        ("f", (1, 2, 3)),
    ],
)
def test_a_method_is_found_by_its_qualified_name(name, kept):
    stub = make_stub(METHODS, tasks(name))
    assert stub.count(RAISE) == 1
    assert tuple(n for n in range(1, 5) if f"return {n}" in stub) == kept


def test_each_gap_carries_its_own_task():
    two = [Task("ch02.1", "one", "", ("f",)), Task("ch02.2", "two", "", ("Outer.f",))]
    stub = make_stub(METHODS, two)
    assert '"ch02.1 one"' in stub.split("def f():")[1]
    assert '"ch02.2 two"' in stub.split("class Inner")[0]


@pytest.mark.parametrize("name", ["g", "Outer", "Outer.h", "twice"])
def test_a_name_not_defined_once_is_refused(name):
    source = METHODS + "def twice(): pass\ndef twice(): pass\n"
    with pytest.raises(ValueError, match=f"{name} is defined"):
        make_stub(source, tasks(name))


HELPERS = text(
    '''
    import math

    __all__ = ["gap", "_exported"]


    def gap(x):
        """Doc."""
        return _direct(x) + _shared(x) + _exported(x)


    # what the gap needs
    def _direct(x):
        return _indirect(x)


    def _shared(x):
        return math.floor(x)


    @staticmethod
    def _indirect(x):
        return _direct(x - 1) if x else 0


    def _exported(x):
        return x


    def _unrelated(x):
        return x


    class Layer:
        def method(self):
            return self._own() + self._given()

        def _own(self):
            return 1
            # a comment of the helper

        def _given(self):
            return 2

        def given(self):
            return self._given() + _shared(1)
    '''
)


def test_private_helpers_that_only_gaps_use_go_too():
    stub = make_stub(HELPERS, tasks("gap", "Layer.method"))
    left = {node.name for node in ast.walk(ast.parse(stub)) if isinstance(node, ast.FunctionDef)}
    assert left == {"gap", "_shared", "_exported", "_unrelated", "method", "_given", "given"}
    assert "what the gap needs" not in stub and "comment of the helper" not in stub


def test_a_removed_helper_leaves_the_blank_lines_as_they_should_be():
    source = "def f():\n    return _g()\n\n\ndef _g():\n    return 1\n\n\nx = 1\n"
    assert make_stub(source, tasks("f")) == f"def f():\n    {RAISE}\n\n\nx = 1\n"


def test_a_removed_helper_at_the_end_leaves_no_blank_lines():
    source = "def f():\n    return _g()\n\n\ndef _g():\n    return 1\n"
    assert make_stub(source, tasks("f")) == f"def f():\n    {RAISE}\n"


def test_a_private_gap_is_a_gap_not_a_helper():
    stub = make_stub("def f():\n    return _g()\n\n\ndef _g():\n    return 1\n", tasks("f", "_g"))
    assert stub.count(RAISE) == 2


TARGET = text(
    '''
    """Module."""

    from __future__ import annotations

    import math


    # about f
    def f(x):
        """Doc."""
        return x


    class Base:
        def forward(self, x):
            return x

        def last(self):
            return 1


    class Layer(Base):
        def forward(self, x):
            y = f(x)
            return y  # (B, T)
    '''
)


def run(source):
    namespace = {}
    exec(compile(source, "spliced", "exec"), namespace)
    return namespace


def test_a_donor_replaces_signature_and_body():
    spliced = replace_bodies(TARGET, "def f(x, y=1):\n    return x + y\n")
    assert spliced == TARGET.replace(
        'def f(x):\n    """Doc."""\n    return x\n', "def f(x, y=1):\n    return x + y\n"
    )


def test_a_donor_class_replaces_only_the_methods_it_holds():
    donor = "class Layer:\n    def forward(self, x):\n        return -x\n"
    spliced = replace_bodies(TARGET, donor)
    body = "        y = f(x)\n        return y  # (B, T)\n"
    assert spliced == TARGET.replace(body, "        return -x\n")
    assert run(spliced)["Layer"]().last() == 1


def test_a_new_method_goes_to_the_end_of_its_class():
    donor = "class Base:\n    def more(self):\n        return 2\n"
    spliced = replace_bodies(TARGET, donor)
    assert "        return 1\n\n    def more(self):\n        return 2\n\n\nclass Layer" in spliced


def test_new_functions_and_classes_are_there_before_their_first_use():
    donor = text(
        """
        import math
        from fractions import Fraction


        def helper(x):
            return Fraction(x, 2)


        class Mask(Base):
            half = helper(1)


        class Layer:
            @staticmethod
            def forward(x, mask=Mask()):
                return mask.half + math.floor(x)
        """
    )
    spliced = replace_bodies(TARGET, donor)
    assert spliced.count("import math") == 1
    assert spliced.index("from __future__") < spliced.index("from fractions")
    assert run(spliced)["Layer"].forward(2.5) == 2.5


def test_donor_imports_come_before_new_functions_in_a_file_without_imports():
    spliced = replace_bodies(
        "def f():\n    return 1\n",
        "import math\n\n\ndef g(x=math.pi): pass\ndef f():\n    return g\n",
    )
    run(spliced)
    assert spliced.startswith("import math\n")


def test_only_new_functions_go_to_the_end():
    spliced = replace_bodies("x = 1\n", "def g():\n    return x\n")
    assert run(spliced)["g"]() == 1


def test_decorators_of_both_sides_belong_to_the_definition():
    target = "class A:\n    @property\n    def f(self):\n        return 1\n\n    x = 2\n"
    donor = "class A:\n    @staticmethod\n    def f():\n        return 3\n"
    assert replace_bodies(target, donor) == (
        "class A:\n    @staticmethod\n    def f():\n        return 3\n\n    x = 2\n"
    )


def test_a_donor_takes_the_indentation_and_line_ends_of_its_target():
    target = "if True:\r\n\tclass A:\r\n\t\tdef f(self): return 1\r\n"
    donor = 'class A:\n    def f(self):\n        s = """\n    in\n"""\n\n        return s\n'
    spliced = replace_bodies(target, donor)
    assert "\n" not in spliced.replace("\r\n", "")
    assert run(spliced)["A"]().f() == "\n    in\n"


@pytest.mark.parametrize("line", ["x = 1", "print(1)", "if True:\n    def f(): pass"])
def test_a_donor_with_something_else_is_refused(line):
    with pytest.raises(ValueError, match="line 1 of the donor"):
        replace_bodies(TARGET, line + "\n")


def test_a_target_that_defines_the_name_twice_is_refused():
    with pytest.raises(ValueError, match="f is defined 2 times"):
        replace_bodies("def f(): pass\ndef f(): pass\n", "def f(): return 1\n")


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        '"""Doc."""',
        '"""Doc."""; pass',
        "raise NotImplementedError",
        'raise NotImplementedError("ch02.1 an older title")',
        "pass  # TODO",
    ],
)
def test_an_empty_body_is_not_started(body):
    assert not task_states(f"def f(x):\n    {body}\n", tasks("f")).started["ch02.1"]


@pytest.mark.parametrize(
    "body",
    [
        "return None",
        "x = 1",
        "return NotImplementedError",
        "raise ValueError",
        "pass; x = 1",
        "print()",
        "raise",
        "1",
    ],
)
def test_anything_else_is_started(body):
    assert task_states(f"def f(x):\n    {body}\n", tasks("f")).started["ch02.1"]


def test_a_task_is_started_when_one_of_its_functions_is():
    source = "def f():\n    pass\n\n\ndef g():\n    return 1\n"
    assert task_states(source, tasks("f", "g")).started == {"ch02.1": True}


def test_the_last_of_two_definitions_counts():
    source = "def f():\n    return 1\ndef f():\n    pass\n"
    assert task_states(source, tasks("f")).started == {"ch02.1": False}


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("x = 1\n", ("f",)),
        ("class A:\n    def f(self): pass\n", ("f",)),
        ("f = lambda: 1\n", ()),
        ("from other import f\n", ()),
        ("try:\n    from other import g as f\nexcept ImportError:\n    f = None\n", ()),
        ("def h(f): pass\n", ("f",)),
    ],
)
def test_a_missing_function_is_named_unless_the_name_is_bound(source, missing):
    states = task_states(source, tasks("f"))
    assert states.missing == missing
    assert states.started == {"ch02.1": True}


@pytest.mark.parametrize("source", ["def f(:\n", "x = \0", "  x = 1\n", "(" * 5000])
def test_a_file_that_does_not_parse_is_a_syntax_error(source):
    with pytest.raises(SyntaxError):
        task_states(source, tasks("f"))


def test_odd_escapes_in_a_learners_string_warn_nobody(recwarn):
    task_states("def f():\n    return '\\d'\n", tasks("f"))
    assert not recwarn


DOCSTRING = st.sampled_from(["", '"""Doc."""', '"""Two\n    lines, é."""', "'x'  # noqa"])
STATEMENTS = st.lists(
    st.sampled_from(
        [
            "x = 1",
            "# a comment",
            "y = '''\nflush left\n'''",
            "if x: y = 2",
            "def inner():\n        return 'é'",
            "@wraps\n    class Inner: pass",
            "return (1,\n2)  # é",
            "",
        ]
    ),
    max_size=4,
)
BEFORE = st.lists(
    st.sampled_from(["import a", "é = '\x0c'", "# é", "", "def _g():\n    pass"]), max_size=4
)


@given(BEFORE, DOCSTRING, STATEMENTS, BEFORE, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_surrounds_a_body_stays_byte_for_byte(before, doc, body, after, newline, method):
    lines = [line for line in (doc, *body, "return 7") if line]
    function = "def f(a, b=2):  # é\n" + "".join(f"    {line}\n" for line in lines)
    head = "".join(line + "\n" for line in before)
    tail = "\n" + "".join(line + "\n" for line in after)
    name = "f"
    if method:
        head, name = head + "class K:\n  k = 'é'\n", "K.f"
        function = "  " + function.replace("\n    ", "\n      ").replace(
            "\n        r", "\n          r"
        )
    solution = (head + function + tail).replace("\n", newline)
    stub = make_stub(solution, tasks(name))
    head, tail = head.replace("\n", newline), tail.replace("\n", newline)
    assert stub.startswith(head) and stub.endswith(tail)
    assert stub.removeprefix(head).removesuffix(tail).count(RAISE) == 1
    assert ("flush left" in stub, "inner" in stub) == (False, False)
    assert task_states(stub, tasks(name)).started == {"ch02.1": False}
    assert task_states(solution, tasks(name)).started == {"ch02.1": True}
    assert make_stub(stub, tasks(name)) == stub
