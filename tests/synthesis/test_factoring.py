"""Steps that become functions: what goes in and out, and that the kernel still computes what its law says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from generator.syntax.reading import read
from generator.syntax.statements import Block, Store, parts_of
from generator.syntax.types import FLOAT, INT, Array
from generator.syntax.value_text import value_text
from generator.syntax.values import name
from generator.syntax.walks.inference import types_of_locals
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import rename
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.factoring.elements import with_elements
from generator.synthesis.factoring.naming import does, function_name, noun_of, words_of
from generator.synthesis.factoring.runs import COMPUTES, LOADS, WRITES, Run, runs_of, surely_set
from generator.synthesis.storage.signature import MARK
from tests.synthesis.computation_check import HABITS, PLAIN, differences

EVERY: dict[str, Any] = {"factored": 1.0, "factored_long": 1.0}
FACTORED = replace(PLAIN, **EVERY, functions=((3, 1.0),), projects=((HABITS, 1.0),))
COMPUTATIONS = load_all()

BODY = """
i = wp.tid()
a = x[i]
b = a * a
c = b + 1.0
if c > 2.0:
    c = 2.0
x[i] = c
"""


def block(text: str) -> Block:
    body = "\n".join(f"    {line}" for line in text.strip().splitlines())
    (function,) = read(f"def f(x: wp.array(dtype=float)):\n{body}\n").functions
    return function.body


X, Y, OUT = (f"{MARK}{word}" for word in ("a.mass", "b.mass", "a.force.out"))


def runs(text: str, kind: str = COMPUTES) -> list[Run]:
    body = block(text)
    return runs_of(body, types_of_locals(body, {"x": Array(FLOAT, 1), "i": INT}, {}), kind)


def of_arrays(text: str, kind: str) -> list[Run]:
    """The runs of a body whose arrays ``x``, ``y`` and ``out`` have their symbols."""
    body = rename(block(text), {"x": X, "y": Y, "out": OUT})
    arrays = dict.fromkeys((X, Y, OUT), Array(FLOAT, 1))
    return runs_of(body, types_of_locals(body, {**arrays, "i": INT}, {}), kind)


def test_a_run_takes_what_it_reads_and_gives_what_is_read_after_it() -> None:
    found = {(run.taken, run.given) for run in runs(BODY)}
    assert (("a",), ("c",)) in found
    assert (("x", "i"), ("c",)) not in found  # a kernel loads


def test_a_vector_whose_components_are_stored_stays_in_the_kernel() -> None:
    """segment_top_items: a function stored components of its own copy, and the kernel's vector kept -1."""
    kept = "best = wp.vec3i(-1, -1, -1)\n{}\nd = a - c\ne = d * c\nx[0] = e + float(best[0])"
    changing = "a = x[0]\nb = a * a\nbest[0] = i\nc = b + 1.0"
    assert any(
        "best" in run.taken
        for run in runs("i = wp.tid()\n" + kept.format(changing.replace("best[0] = i", "b += float(best[0])")))
    )
    found = runs("i = wp.tid()\n" + kept.format(changing))
    assert found and not any("best" in run.taken for run in found)


def taken_around(inside: str) -> set[tuple[str, ...]]:
    """What the runs of a body take in which other steps stand before and after."""
    return {
        run.taken for run in runs(f"a = x[0]\nb = a * a\n{inside}\nc = b + 1.0\nif c > 2.0:\n    c = 2.0\nx[0] = c")
    }


@pytest.mark.parametrize(
    "inside",
    [
        "if b > 1.0:\n    return",
        "for k in range(3):\n    if x[k] > 1.0:\n        return",
        "slot = wp.atomic_add(x, 0, b)",
        "s = wp.rand_init(3)\nb = wp.randf(s) * b",
    ],
)
def test_what_leaves_or_counts_stays_in_the_kernel(inside: str) -> None:
    assert ("a",) in taken_around("b = wp.sin(b)")
    assert taken_around(inside) == {("b",)}


@pytest.mark.parametrize(("word", "left"), [("continue", True), ("break", True), ("y = 1.0", False)])
def test_a_loop_is_not_left_from_within_a_function(word: str, left: bool) -> None:
    text = f"y = a * 2.0\n    if y > 1.0:\n        {word}\n    z = y + a\n    x[k] = z"
    assert bool(runs(f"for k in range(3):\n    a = x[k]\n    {text}")) is not left


@pytest.mark.parametrize("last", ["wp.atomic_add(x, 2, z)", "x[2] = z", "x[2] += z", "if z > 0.0:\n    x[2] = z"])
def test_a_function_gives_values_and_stores_nothing(last: str) -> None:
    found = runs(f"y = x[0] * 2.0\nif y > 1.0:\n    y = 1.0\nz = y + x[1]\n{last}")
    assert found
    assert all(run.given and "x[2]" not in repr(run.statements) for run in found)
    assert not any(part in repr(run.statements) for run in found for part in ("Store", "Augment", "Call("))


WRITING = "a = x[i]\nb = y[i]\nc = a * b\nif c > 1.0:\n    c = 1.0\n{}"


@pytest.mark.parametrize("last", ["out[i] = c", "wp.atomic_add(out, i, c)", "if c > 0.0:\n    out[i] = c"])
def test_a_function_that_writes_takes_the_array_and_gives_nothing(last: str) -> None:
    found = of_arrays(WRITING.format(last), WRITES)
    assert found and all(OUT in run.taken and not run.given for run in found)
    assert not any(OUT in run.taken for kind in (COMPUTES, LOADS) for run in of_arrays(WRITING.format(last), kind))


@pytest.mark.parametrize("last", ["out[i] = c\nx[i] = c", "out[i] += c", "if c > 0.5:\n    return\nout[i] = c"])
def test_what_is_read_later_summed_or_left_stays_with_its_store_in_the_kernel(last: str) -> None:
    """``c`` is stored a second time by the kernel; a sum in an array is the kernel's to call atomic."""
    found = of_arrays(WRITING.format(last), WRITES)
    assert all({OUT, X} <= set(run.taken) for run in found) if "x[i]" in last else not found


def test_loads_that_follow_each_other_stay_together() -> None:
    found = {run.taken for run in of_arrays(WRITING.format("out[i] = c"), LOADS)}
    assert (X, "i", Y) in found
    assert not any(Y in taken and X not in taken for taken in found)


def test_what_is_done_alike_for_several_values_is_not_cut_apart() -> None:
    """grid_gradient: the caller read left and right, and the function below and above."""
    text = "n = i * 2\na = x[i - 1]\nb = x[i + 1]\nc = x[n]\nd = (a + b - c) * 0.5\nout[i] = d\ny[i] = a"
    for found in (of_arrays(text, LOADS), of_arrays(text, WRITES)):
        sets = [definitions(run.statements).keys() & {"a", "b", "c"} for run in found]
        assert {len(each) for each in sets} <= {0, 3} and any(sets)
        assert {[type(each) for each in run.statements].count(Store) for run in found} <= {0, 2}


def test_a_function_that_writes_is_named_by_what_it_writes() -> None:
    (run, *_) = of_arrays(WRITING.format("out[i] = c"), WRITES)
    assert [word for word, _ in words_of(run, (*run.statements, *run.statements), "")] == ["a_force"]
    both = replace(run, statements=(*run.statements, *rename(run.statements, {OUT: X})))
    assert [word for word, _ in words_of(both, both.statements * 2, "")] == ["a"]
    other = replace(run, statements=(*run.statements, *rename(run.statements, {OUT: Y})))
    assert not list(words_of(other, other.statements * 2, ""))


def test_both_arms_set_what_is_set_for_sure() -> None:
    assert surely_set(
        block("if x[0] > 1.0:\n    a = 1\n    b = 2\nelse:\n    a = 2\nfor k in range(3):\n    c = k")
    ) == {"a"}


@pytest.mark.parametrize("name", sorted(COMPUTATIONS)[::40])
def test_a_factored_kernel_computes_what_is_stated(name: str) -> None:
    computation = COMPUTATIONS[name]
    variant = choose_variant(Random(name), computation)
    assert not differences(computation, variant, "7", FACTORED)


def test_most_long_kernels_have_a_run() -> None:
    """So that the check above cannot pass for want of functions."""
    drawn = [
        draw_kernel(name, (chosen(each, choose_variant(Random(name), each)),), FACTORED, plain=True)
        for name, each in sorted(COMPUTATIONS.items())[::5]
    ]
    more = [len(each.module.functions) > 1 for each in drawn if len(each.steps) > 6]
    assert sum(more) > 0.5 * len(more) > 3


ELEMENTS = {
    "y = M[i] * 2.0\nz = y + M[i]\nw = z * z": {"mass": "M[i]"},
    "y = M[b] * 2.0\nz = y + 1.0\nw = z * z": {"mass": "M[b]"},
    "y = h * 2.0\nm = M[b]\nw = y * m + m": {"m": "M[b]"},  # the caller loads
    "m = M[b]\nm += 1.0\nw = h * m": {"mass": "M[b]"},
    "y = 2.0\nif y > h:\n    y = M[i]\nw = y * y": {},  # may lie outside
    "y = h if h > 1.0 else M[i]\nz = y\nw = y * z": {},
    "y = M[i] * 2.0\nz = y + M[b]\nw = z * z": {},
    "k = i + 1\nz = M[k]\nw = z * z": {},
    "y = M[i, 0] * 2.0\nz = y\nw = z * y": {},
}


def test_a_function_takes_a_count_not_all_counts() -> None:
    symbol = f"{MARK}line.texels.count"
    run = Run(
        rename(block("w = h\nfor k in range(M[i]):\n    w += x[k]"), {"M": symbol}), (symbol, "i", "h"), ("w",), 1, 3
    )
    made, _ = with_elements(run, {symbol: Array(INT, 1), "i": INT, "h": FLOAT}, ("i",), ())
    assert set(made.taken) == {"count", "h"}


def test_an_index_that_the_caller_alone_reads_is_no_parameter() -> None:
    maps, fars = f"{MARK}pixel.camera", f"{MARK}camera.far"
    text = block("c = C[i]\nd = F[C[i]]\nw = h\nfor k in range(3):\n    w += d * h")
    run = Run(rename(text, {"C": maps, "F": fars}), (maps, fars, "i", "h"), ("w",), 1, 3)
    types = {maps: Array(INT, 1), fars: Array(FLOAT, 1), "i": INT, "h": FLOAT}
    made, elements = with_elements(run, types, ("i",), ())
    assert set(made.taken) == {"d", "h"} and set(elements) == {"d"}


def handed(name: str, keys: int) -> Iterator[tuple[DrawnKernel, str, str]]:
    """Parameters of functions that kernels of a computation call, and what they are called with."""
    policy = replace(
        DEFAULT_POLICY, **EVERY, bounds=1.0, count_on_device=1.0, index_by_record=1.0, ranges=(("counts", 1.0),)
    )
    computation = COMPUTATIONS[name]
    for key in range(keys):
        choice = chosen(computation, choose_variant(Random(str(key)), computation))
        drawn = draw_kernel(f"{name}/{key}", (choice,), policy)
        functions = {function.name: function for function in drawn.module.functions}
        for part in parts_of(drawn.kernel.body):
            if part.operation == "call" and (function := functions.get(value_text(part.operands[0]))):
                for parameter, given in zip(function.parameters, part.operands[1:], strict=True):
                    yield drawn, parameter.name, value_text(given)


def test_a_parameter_has_the_name_of_no_other_argument_of_the_kernel() -> None:
    """The numbers of texels by line were called as the number of lines."""
    found = list(handed("brightest_of_line", 12))
    assert len(found) > 12
    for drawn, word, given in found:
        assert word == given or word not in {each.name for each in drawn.kernel.parameters}


def test_an_index_of_a_grid_is_not_called_as_its_cell() -> None:
    found = [(word, given) for _, word, given in handed("grid_open_count", 6)]
    assert found and not [word for word, given in found if given == "j" and word != "j"]


@pytest.mark.parametrize("array", ["a.mass", "a.mass.in"])
@pytest.mark.parametrize("text", ELEMENTS)
def test_a_function_takes_the_one_element_that_it_reads(text: str, array: str) -> None:
    symbol = f"{MARK}{array}"
    types = {symbol: Array(FLOAT, 1), "i": INT, "b": INT, "h": FLOAT}
    run = Run(rename(block(text), {"M": symbol}), (symbol, "i", "b", "h"), ("w",), 1, 3)
    made, elements = with_elements(run, types, ("i",), ())
    assert {word: value_text(element) for word, element in elements.items()} == {
        word: element.replace("M", symbol) for word, element in ELEMENTS[text].items()
    }
    assert (symbol in made.taken) == (not elements) and set(elements) <= set(made.taken)
    assert not set(elements) & set(definitions(made.statements))


@pytest.mark.parametrize(
    ("given", "stored", "computation", "word"),
    [
        ("force", "", "", "force"),
        ("f", "force", "", "force"),
        ("tracer_flux tracer_inflow", "", "", ""),
        ("f", "tracer_flux tracer_inflow", "", ""),
        ("total", "", "", ""),
        ("turned", "", "", ""),
        ("speed", "", "", "speed"),
        ("force energy", "force energy", "", ""),
        ("length squared", "", "spring_force", ""),
        ("f energy", "force", "spring_force", "spring_force"),
    ],
)
def test_one_word_says_all_that_a_function_gives(given: str, stored: str, computation: str, word: str) -> None:
    words = given.split()
    attributes = {each: words[place % len(words)] for place, each in enumerate(stored.split())}
    steps = block("\n".join(f"{each} = x[0]" for each in words))
    stores = "\n".join(f"{attribute}[0] = {each}" for attribute, each in attributes.items())
    body = (*steps, *rename(block(stores or "pass"), {each: f"{MARK}a.{each}" for each in attributes}))
    run = Run(steps, ("x",), tuple(words), len(words), 10)
    assert any(words_of(run, body, computation)) is bool(word)
    if word:
        assert function_name(run, body, computation, "body", (), Random("7")).endswith(word)


@pytest.mark.parametrize(
    ("computation", "verb", "noun", "verbs"),
    [
        ("compute_spring_force", "compute", "spring_force", False),
        ("count_missing", "count", "count_missing", True),
        ("luby_select", "mark", "luby_select", True),
        ("graph_choose_roots", "let", "graph_choose_roots", True),
        ("neighbor_count", "count", "neighbor_count", False),
    ],
)
def test_a_name_that_says_what_is_done_gets_no_verb(computation: str, verb: str, noun: str, verbs: bool) -> None:
    assert noun_of(computation, verb) == noun and does(noun) == verbs


def test_what_makes_a_record_is_not_called_as_the_record_is() -> None:
    """What was ``get_unit`` of the driving forces of a unit."""
    assert noun_of("drive_unit", "drive", "unit") == "drive_unit" and does("drive_unit")
    assert noun_of("drive_unit", "drive", "wheel") == "unit"


@pytest.mark.parametrize(("step", "added_up"), [("mass += x[k]", True), ("mass -= mass * mass - x[k]", False)])
def test_what_each_pass_of_a_loop_corrects_is_no_sum(step: str, added_up: bool) -> None:
    """What was ``sum_sigma`` of the volatility that Newton's steps find."""
    run = Run(block(f"for k in range(4):\n    {step}"), ("x",), ("mass",), 2, 10)
    names = {function_name(run, run.statements, "", "body", (), Random(str(seed))) for seed in range(40)}
    assert ("sum_mass" in names) is added_up and "compute_mass" in names


def test_arguments_of_a_kernel_keep_their_order_in_a_function() -> None:
    """Checked where a function takes several: as the kernel's signature has them, after or before all values."""
    pairs = 0
    for key, each in sorted(COMPUTATIONS.items())[::8]:
        drawn = draw_kernel(key, (chosen(each, choose_variant(Random(key), each)),), FACTORED, plain=True)
        signature = [parameter.name for parameter in drawn.kernel.parameters]
        laws = {part.operands[0] for part in parts_of(drawn.steps) if part.operation == "call"}
        own = {name(function.name) for function in drawn.module.functions} - laws
        for part in parts_of(drawn.kernel.body):
            if part.operation == "call" and part.operands[0] in own:
                words = [value.operands[0] for value in part.operands[1:] if value.operation == "name"]
                handed = [word for word in words if word in signature]
                assert handed == sorted(handed, key=signature.index)
                pairs += len(handed) > 1
    assert pairs > 10
