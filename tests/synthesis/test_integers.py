"""Integer kernels, run as Python: every mask, remainder, cast, magnitude and choice does something somewhere."""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict

import pytest

from generator.synthesis import Candidate, codes
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.samples import COUNT
from tests.synthesis.kernels import draw

LAUNCHES = 30
RECORDED = ("abs", "int8", "uint8", "int16", "uint16", "min", "max", "clamp")


class _Unsigned(int):
    def __mul__(self, other: int) -> _Unsigned:
        return _Unsigned(int(self) * int(other) & 0xFFFFFFFF)


def _wrapped(bits: int, signed: bool):
    half = 1 << (bits - 1) if signed else 0
    return lambda x: ((x + half) & ((1 << bits) - 1)) - half


class Warp:
    """The built-ins that integer kernels call."""

    int32 = int64 = staticmethod(int)
    uint32 = staticmethod(lambda x: _Unsigned(x & 0xFFFFFFFF))
    int8, uint8 = staticmethod(_wrapped(8, True)), staticmethod(_wrapped(8, False))
    int16, uint16 = staticmethod(_wrapped(16, True)), staticmethod(_wrapped(16, False))
    abs, min, max = staticmethod(abs), staticmethod(min), staticmethod(max)
    clamp = staticmethod(lambda x, low, high: min(max(x, low), high))
    sign = staticmethod(lambda x: -1 if x < 0 else 1)
    nonzero = staticmethod(lambda x: int(x != 0))
    bit_count = staticmethod(lambda x: (x & 0xFFFFFFFF).bit_count())
    where = staticmethod(lambda met, one, other: one if met else other)


class Recorder(ast.NodeTransformer):
    """Wraps what could be idle into ``seen(text, changed, value)``."""

    def _seen(self, text: str, before: ast.expr, after: ast.expr) -> ast.expr:
        return ast.Call(ast.Name("seen", ast.Load()), [ast.Constant(text), before, after], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        text = ast.unparse(node)
        self.generic_visit(node)
        literal = isinstance(node.right, ast.Constant) or "int64(" in ast.unparse(node.right)
        return self._seen(text, node.left, node) if literal and isinstance(node.op, (ast.BitAnd, ast.Mod)) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        text, name = ast.unparse(node), ast.unparse(node.func).removeprefix("wp.")
        self.generic_visit(node)
        if name == "where":
            return self._seen(text, node.args[2], node)
        return self._seen(text, node.args[0], node) if name in RECORDED else node


def idle(candidate: Candidate, seed: int) -> list[str]:
    """Operations that give what they are given in every thread of all launches."""
    kernel = next(node for node in ast.parse(candidate.source).body if isinstance(node, ast.FunctionDef))
    kept = [line for line in kernel.body if isinstance(line, ast.Assign) and "tid()" not in ast.unparse(line)]
    index = next(ast.unparse(n.targets[0]) for n in kernel.body if "wp.tid()" in ast.unparse(n))
    body = ast.fix_missing_locations(ast.Module([Recorder().visit(line) for line in kept], []))
    run = compile(body, "<kernel>", "exec")
    changed: dict[str, bool] = defaultdict(bool)

    def seen(text: str, before: int, after: int) -> int:
        changed[text] |= before != after
        return after

    draws = random.Random(seed)
    arrays = [a for a in candidate.launch.arguments if a.role == "input" and a.kind == "array"]
    written = {a.name: {} for a in candidate.launch.arguments if a.role == "output"}
    for _ in range(LAUNCHES):
        values = {a.name: [draws.randrange(int(a.low), int(a.high)) for _ in range(a.shape[0])] for a in arrays}
        for thread in range(candidate.launch.dim[0]):
            exec(run, {"wp": Warp, "seen": seen, **values, **written, index: thread})
    return [text for text, acts in changed.items() if not acts]


@pytest.mark.parametrize("fresh", (False, True))
def test_every_integer_operation_does_something(fresh, fresh_seed):
    """Thirty launches may miss what acts seldom: of a fresh draw three kernels in a hundred may look idle."""
    seed = fresh_seed if fresh else 5
    found = [candidate.source for candidate in draw("integer", 100, f"integers/{seed}") if idle(candidate, seed)]
    assert len(found) <= (3 if fresh else 0), "\n".join(found)


def test_masks_are_not_masked_again(fresh_seed):
    for candidate in draw("integer", 150, f"masks/{fresh_seed}"):
        masks = {line.split(" = ")[0].strip() for line in candidate.source.splitlines() if " & 255" in line}
        assert not any(re.search(rf"= {name} & \d", candidate.source) for name in masks), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_bits_that_were_cut_out_are_not_cleared_again(fresh, fresh_seed):
    for candidate in draw("integer", 300, f"bits/{fresh_seed if fresh else 5}"):
        for name, word in re.findall(r"(\w+) = (\w+) & \d+$", candidate.source, re.M):
            assert not re.search(rf"= (?:{name} [-^] {word}|{word} [-^] {name})$", candidate.source, re.M)


@pytest.mark.parametrize("fresh", (False, True))
def test_slots_of_marked_bits_do_not_fill_up(fresh, fresh_seed):
    """Few threads mark a slot, and what they mark is one of many bits."""
    found = 0
    for candidate in draw("integer", 300, f"slots/{fresh_seed if fresh else 5}"):
        if match := re.search(r"atomic_(?:or|and)\(\w+, \w+ % (\d+)", candidate.source):
            found += 1
            assert candidate.launch.dim[0] / int(match[1]) <= 9, candidate.source
    assert found > 3


@pytest.mark.parametrize("fresh", (False, True))
def test_what_is_only_stored_has_no_name_and_the_index_is_told_in_words(fresh, fresh_seed):
    for candidate in draw("integer", 200, f"stored/{fresh_seed if fresh else 5}"):
        source = candidate.source
        for name in re.findall(r"^ +\w+\[\w+\] = ([a-z]\w*)$", source, re.M):
            assert len(re.findall(rf"\b{name}\b", source)) > 2, source
        index = re.search(r"(\w+) = wp\.tid\(\)", source)[1]
        assert not re.search(rf"\b{index}\b", candidate.description), candidate.description


def _definitions(candidate: Candidate) -> dict[str, str]:
    return dict(re.findall(r"^ +([\w\[\]]+) = (.*)$", candidate.source, re.M))


@pytest.mark.parametrize("fresh", (False, True))
def test_counts_are_not_complemented_and_bits_go_in_once(fresh, fresh_seed):
    for candidate in draw("integer", 300, f"once/{fresh_seed if fresh else 5}"):
        made = _definitions(candidate)
        for name, text in made.items():
            if text.startswith("wp.bit_count("):
                assert not re.search(rf"(?:~|bit_count\(){re.escape(name)}\b", candidate.source), candidate.source
        pairs = {n: set(p.groups()) for n, t in made.items() if (p := re.fullmatch(r"([a-z]\w*) [&|^] ([a-z]\w*)", t))}
        for pair in pairs.values():
            for name in pair:
                first = pairs.get(name, set())
                behind = first.union(*(pairs.get(inner, set()) for inner in first))
                assert behind.isdisjoint(pair - {name}), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_every_output_reads_an_input(fresh, fresh_seed):
    for candidate in draw("integer", 300, f"reads/{fresh_seed if fresh else 5}"):
        made = _definitions(candidate)
        inputs = {a.name for a in candidate.launch.arguments if a.role == "input"}
        for output, text in made.items():
            if "[" in output:
                words = seen = set(re.findall(r"\w+", text))
                while words:
                    words = {w for name in words for w in re.findall(r"\w+", made.get(name, ""))} - seen
                    seen = seen | words
                assert seen & inputs, candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_a_number_of_bits_is_not_taken_for_bits(fresh, fresh_seed):
    for candidate in draw("integer", 400, f"counts/{fresh_seed if fresh else 5}"):
        for name, text in _definitions(candidate).items():
            if text.startswith("wp.bit_count("):
                joined = rf"\b{name} (?:[&|^]|>>) |(?<!\d\)) [&|^] {name}\b"  # beside a shifted code it is packed
                assert not re.search(joined, candidate.source), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_bits_are_not_wrapped_before_fewer_are_taken(fresh, fresh_seed):
    """``int(wp.int8(x)) & 15`` is ``x & 15``."""
    for candidate in draw("integer", 400, f"wrapped/{fresh_seed if fresh else 1}"):
        for name in re.findall(r"^ +(\w+) = int\(wp\.u?int(?:8|16)\(\w+\)\)$", candidate.source, re.MULTILINE):
            assert not re.search(rf"\b{name} & \d", candidate.source), candidate.source


def test_no_multiple_of_low_bits_is_added_to_what_they_come_from(fresh_seed):
    """``x + 7 * (x & 7)`` is a multiple of eight."""
    for candidate in draw("integer", 400, f"multiple/{fresh_seed}"):
        for name, other in re.findall(r"\b([a-z]\w*) \* \d+ \+ ([a-z]\w*)\b", candidate.source):
            assert not re.search(rf"^ +{name} = [^\[\n]*\b{other}\b", candidate.source, re.M), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_what_was_packed_is_not_cut_to_fewer_bits(fresh, fresh_seed):
    """``wp.uint8((bits << 6) | (level & 63))`` threw four of the six packed bits away."""
    for candidate in draw("integer", 300, fresh_seed if fresh else "packed"):
        for packed in re.findall(r"^ +(\w+) = \(.* << \d+\) \| ", candidate.source, re.M):
            assert not re.search(rf"wp\.u?int(?:8|16)\({packed}\)", candidate.source), candidate.source


def test_a_multiple_is_not_divided_again():
    """``(t * 9 + w) // 9`` is ``t + w // 9``, and what is left over of it is that of ``w``."""
    builder = Builder("multiples", (("float32", 1.0),))
    random = builder.random
    t, w = (
        builder.define(n, "I", 0, 255, samples=[float(int(256 * random.unit())) for _ in range(COUNT)]).expression
        for n in ("t", "w")
    )
    nine, eight = (
        builder.assign((name,), codes.multiple(builder, t, w, factor)).expression
        for name, factor in (("by_nine", 9), ("by_eight", 8))
    )
    for operation, value, number in (
        (codes.quotient, nine, 9), (codes.quotient, nine, 3), (codes.shifted, eight, 3), (codes.shifted, eight, 2),
        (codes.masked, eight, 7), (codes.modulo, nine, 9),
    ):  # fmt: skip
        with pytest.raises(Unfit, match=r"divided again|remainder drops"):
            operation(builder, value, number)
    assert codes.quotient(builder, nine, 7).text == "by_nine // 7"
    assert codes.shifted(builder, nine, 3).text == "by_nine >> 3"
