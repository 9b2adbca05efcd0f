"""What every kernel must be: well-formed, deterministic, without dead code or idle arguments, accepted by Warp."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

from generator.lowering.warp_backend import lower, program
from generator.synthesis import CATEGORIES, Rejected, synthesize
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Unfit
from tests.synthesis.kernels import DEFAULTS, draw

LONGEST_LINE = 120


def test_the_eleven_and_the_extended():
    assert sorted(DEFAULTS) == sorted(
        {"arithmetic", "conditional", "loop", "math", "vector", "atomic", "nested", "multi_cond", "combined"}
        | {"scalar_param", "random_math"}
    )
    extended = set(CATEGORIES) - set(DEFAULTS)
    wanted = "matrix quaternion spatial struct function integer grid stencil reduction tile physics fem geometry noise"
    assert extended == set(wanted.split())


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_key_names_a_kernel(category):
    one = list(draw(category, 5, "same"))
    again = list(draw(category, 5, "same"))
    other = list(draw(category, 5, "different"))
    assert one == again
    assert not {c.source for c in one} & {c.source for c in other}


def test_the_same_in_another_process_with_another_hash_seed():
    code = (
        "from generator.synthesis import CATEGORIES, synthesize, Rejected\n"
        "import hashlib\n"
        "h = hashlib.sha256()\n"
        "for c in CATEGORIES:\n"
        "    for k in range(12):\n"
        "        try:\n            x = synthesize(c, f'p/{k}')\n"
        "        except Rejected:\n            continue\n"
        "        h.update((x.source + x.description + x.launch.to_json()).encode())\n"
        "print(h.hexdigest())\n"
    )
    found = set()
    for hash_seed in ("0", "1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": hash_seed, "PATH": "", "PYTHONPATH": ":".join(p for p in sys.path if p)},
        )  # fmt: skip
        found.add(run.stdout)
    assert len(found) == 1


@pytest.mark.parametrize("category", CATEGORIES)
def test_kernels_lower(category, fresh_seed):
    for candidate in draw(category, 25, fresh_seed):
        with program(candidate.source) as opened:
            lowered = lower(opened.kernel, cpu=True)
        assert f"{candidate.kernel_name}_cuda_kernel_backward" in lowered.cuda_backward


class Reads(ast.NodeVisitor):
    """Names that are assigned and names that are read, in one function; a loop may ignore its counter."""

    def __init__(self) -> None:
        self.stored: set[str] = set()
        self.loaded: set[str] = set()

    def visit_For(self, node: ast.For) -> None:
        for part in (node.iter, *node.body):
            self.visit(part)

    def visit_Name(self, node: ast.Name) -> None:
        (self.stored if isinstance(node.ctx, ast.Store) else self.loaded).add(node.id)


@pytest.mark.parametrize("category", CATEGORIES)
def test_nothing_is_computed_or_passed_in_vain(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        for function in ast.walk(ast.parse(candidate.source)):
            if not isinstance(function, ast.FunctionDef):
                continue
            reads = Reads()
            for statement in function.body:
                reads.visit(statement)
            arguments = {argument.arg for argument in function.args.args}
            idle = (reads.stored | arguments) - reads.loaded
            assert not idle, f"{sorted(idle)} in\n{candidate.source}"


PLAIN = re.compile(r"[\w.]+(?:\([\d.]*\)|\[[^\]]*\])?")
UNDONE = {
    ("log", "exp"), ("exp", "log"), ("sin", "asin"), ("cos", "acos"), ("tan", "atan"), ("asin", "sin"), ("acos", "cos"),
    ("erf", "erfinv"), ("erfinv", "erf"), ("radians", "degrees"), ("degrees", "radians"),
}  # fmt: skip


class Silly(ast.NodeVisitor):
    """Expressions that a reader would simplify at sight."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_BinOp(self, node: ast.BinOp) -> None:
        left, right = ast.dump(node.left), ast.dump(node.right)
        if isinstance(node.op, ast.Sub | ast.Div | ast.BitXor) and left == right:
            self.found.append(ast.unparse(node))
        for side, other in ((node.left, node.right), (node.right, node.left)):
            value = side.value if isinstance(side, ast.Constant) else None
            one = isinstance(node.op, ast.Mult) and value == 1.0
            nothing = isinstance(node.op, ast.Add | ast.Mult) and value == 0.0
            both = isinstance(value, float) and isinstance(other, ast.Constant)
            if one or nothing or both:
                self.found.append(ast.unparse(node))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name == "static":
            return
        if (
            name in ("min", "max", "lerp", "cross")
            and len(node.args) > 1
            and ast.dump(node.args[0]) == ast.dump(node.args[1])
        ):
            self.found.append(ast.unparse(node))
        inner = node.args[0].func if node.args and isinstance(node.args[0], ast.Call) else None
        if isinstance(inner, ast.Attribute) and inner.attr == name in ("abs", "floor", "normalize", "sign"):
            self.found.append(ast.unparse(node))
        if isinstance(inner, ast.Attribute) and (name, inner.attr) in UNDONE:
            self.found.append(ast.unparse(node))
        self.generic_visit(node)


@pytest.mark.parametrize("category", CATEGORIES)
def test_nothing_a_reader_would_simplify(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        silly = Silly()
        silly.visit(ast.parse(candidate.source))
        assert not silly.found, f"{silly.found} in\n{candidate.source}"
        assert max(len(line) for line in candidate.source.splitlines()) <= LONGEST_LINE, candidate.source


@pytest.mark.parametrize("category", CATEGORIES)
def test_nothing_is_computed_twice_and_no_constant_is_spare(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        tree = ast.parse(candidate.source)
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        for node in tree.body:
            if isinstance(node, ast.Assign):
                assert ast.unparse(node.targets[0]) in names, candidate.source
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            values = [
                ast.unparse(statement.value)
                for statement in function.body
                if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
            ]
            # A draw gives another number each time; sums and iterations may start from the same.
            values = [v for v in values if "state" not in v and "rng" not in v and not PLAIN.fullmatch(v)]
            assert len(values) == len(set(values)), candidate.source


@pytest.mark.parametrize("category", CATEGORIES)
def test_docstring_and_description_name_what_is_written(category, fresh_seed):
    for candidate in draw(category, 20, fresh_seed):
        tree = ast.parse(candidate.source)
        kernel = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == candidate.kernel_name)
        doc = ast.get_docstring(kernel)
        assert doc and doc.count("\n") <= 2 and doc.endswith(".")
        said = re.split(r" from .*?(?= for each)|(?= for each)|(?=, (?:using|depending on))|\.$", " ".join(doc.split()))
        assert candidate.description.startswith(said[0])
        said[2:] = [part.removeprefix(", using ").removeprefix(", depending on whether ") for part in said[2:]]
        assert all(part in candidate.description for part in said), candidate.description
        arguments = [argument.arg for argument in kernel.args.args]
        assert arguments == [argument.name for argument in candidate.launch.arguments]


def test_an_unknown_category_is_a_key_error():
    with pytest.raises(KeyError):
        synthesize("poetry", "0")


def test_a_rejection_says_why():
    reasons = set()
    for key in range(400):
        try:
            synthesize("multi_cond", f"reason/{key}")
        except Rejected as reason:
            reasons.add(str(reason))
    assert reasons and all(reasons)


def test_no_name_is_a_word_of_python():
    builder = Builder("names")
    assert builder.name("as", "a_s") == "a_s"
    assert {"as", "is", "or", "wp", "range"} <= builder.names.keys()


@pytest.mark.parametrize("fresh", [False, True])
def test_no_two_parameters_are_launched_with_one_value(fresh, fresh_seed):
    """``wp.min(gain, gamma + wp.floor(h))`` had a kink in every thread where both were 1.325."""
    for candidate in draw("scalar_param", 300, str(fresh_seed) if fresh else "settings"):
        values = [a.value for a in candidate.launch.arguments if a.kind == "scalar" and a.dtype.startswith("float")]
        assert len(set(values)) == len(values), candidate.source


def test_a_call_of_scalar_arguments_alone_gets_no_name():
    """``0.5 * wp.erfc(-blend)`` is the same for every thread: the host computes it."""
    builder = Builder("uniform", (("float32", 1.0),))
    gain = builder.scalar("gain", "F", 0.4, 0.1, 1.0).expression
    assert builder.assign(["scaled"], 0.5 * gain).uniform
    with pytest.raises(Unfit, match="every thread"):
        builder.assign(["spread"], 0.5 * call("erfc", -gain))
