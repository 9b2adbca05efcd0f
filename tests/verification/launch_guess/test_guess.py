"""A launch is found for kernels of the kinds that packages hold; where there is none, the reason is said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch
from generator.lowering.user_kernels.launch_guess import guess_launch
from generator.lowering.warp_backend import program
from generator.verification.launch_guess import guess as guessing
from generator.verification.launch_guess.argument_tree import at_path
from generator.verification.launch_guess.fills_by_name import with_named_fills
from generator.verification.launch_guess.fitting import NoFit, fit
from generator.verification.launch_guess.guess import LaunchGuess, guess
from generator.verification.launch_guess.search import palette_of
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import OutOfBounds
from tests.verification.launch_guess import published_kernels as published


def declared(source: str) -> Launch:
    with program(source) as opened:
        return guess_launch(opened.kernel)


def found(source: str) -> LaunchGuess:
    return guess(source, declared(source), "seed")


def launch_of(source: str) -> Launch:
    one = found(source)
    assert one.launch is not None, one.origin
    return one.launch


def test_arrays_are_enlarged_until_every_index_lies_inside() -> None:
    x = at_path(launch_of(published.GATHER).arguments, "x")
    assert x is not None and x.shape[0] > 20


def test_offsets_ascend_and_rows_have_entries() -> None:
    launch = launch_of(published.ROWS)
    offsets = make_inputs(launch, "seed")["row_offsets"]
    assert (offsets[1:] >= offsets[:-1]).all() and offsets[-1] > offsets[0]
    assert len(offsets) > launch.dim[0]


def test_values_that_comparisons_name_are_tried() -> None:
    one = found(published.RARE)
    assert one.launch is not None, one.origin
    assert (make_inputs(one.launch, "seed")["kind"] == -1).any()


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        *((name, True) for name in ("n", "nx", "nu", "nbody", "nworld", "nefc", "nBody", "num_cells")),
        *((name, False) for name in ("node", "next", "normal", "next_node", "name", "index")),
    ],
)
def test_an_integer_is_a_size_where_its_name_says_so(name: str, counts: bool) -> None:
    (filled,) = with_named_fills(Launch((Argument(name, "scalar", "int32"),), (12,))).arguments
    assert (filled.value == 12.0) == counts


def test_no_number_of_an_unsigned_type_is_negative() -> None:
    """It would wrap around: an index of -1 is 4294967295."""
    kinds = ("uint32", "uint8", "vec2ub", "types.vector(length=5, dtype=wp.uint16)")
    arrays = [Argument(f"shift{n}", "array", kind, 1, INPUT, (12,), "index") for n, kind in enumerate(kinds)]
    base = with_named_fills(Launch((*arrays, Argument("mode", "scalar", "uint32", fill="value", value=1.0)), (12,)))
    palette = palette_of("kind == -3 or kind == -5")
    searched = [palette.changed(base, f"seed {number}") for number in range(200)]
    for launch in (base, palette.spanned(base, -3), *searched):
        assert all(min(a.low, a.high, a.value or 0.0) >= 0.0 for a in launch.arguments)


def test_a_launch_in_which_threads_race_gives_way_to_one_without() -> None:
    where = make_inputs(launch_of(published.SCATTER), "seed")["where"]
    assert len(set(where.tolist())) == len(where)


def test_results_hold_something_before_zeros_are_written() -> None:
    launch = launch_of(published.RESET)
    assert all(a.role == OUTPUT and a.fill == "full" and a.value == 1.0 for a in launch.arguments)


def test_the_same_source_gives_the_same_launch() -> None:
    assert launch_of(published.RARE).to_json() == launch_of(published.RARE).to_json()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (published.ENDLESS, "none: too long: more than 100000 steps"),
        ("import no_such_module\n" + published.GATHER, "none: not read: ModuleNotFoundError: No module named"),
        (published.GATHER.replace("2.0 *", "wp.no_such_function(i) *"), "none: not read: wp.no_such_function has no"),
        (published.GATHER.replace("+ 20", "- 20"), "none: x is indexed with -"),
        (published.GATHER.replace("2.0 *", "wp.log(-1.0) *"), "none: results are not finite"),
        (published.GATHER.replace("+ 20", "// (index[i] - index[i])"), "none: divides by zero"),
        (published.RESET.replace("counts[i] = 0", "pass").replace("sums[i] = 0.0", "pass"), "none: nothing is written"),
    ],
)
def test_where_there_is_no_launch_the_reason_is_said(source: str, reason: str) -> None:
    base = published.RESET if "pass" in source else published.ENDLESS if "while" in source else published.GATHER
    one = guess(source, declared(base), "seed")
    assert one.launch is None and one.origin.startswith(reason), one.origin


def test_an_array_that_is_written_without_being_declared_so_counts_as_both() -> None:
    launch = declared(published.SCATTER)
    for argument in launch.arguments:
        argument.role = "input"
    one = guess(published.SCATTER, launch, "seed")
    assert one.launch is not None and [a.role for a in one.launch.arguments] == ["input", "input", INOUT]


def test_no_further_setting_is_drawn_once_enough_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "PATIENCE", 0)
    assert found(published.RARE).origin in ("by names", "none: nothing is written")


def test_an_array_of_structs_that_hold_arrays_has_no_launch() -> None:
    inner = Argument("values", "array", "float32", 1)
    launch = Launch((Argument("bodies", "array", "Body", 1, fields=(inner,)),), (1,))
    assert (
        guess(published.GATHER, launch, "seed").origin
        == "none: argument bodies is an array of structs that hold arrays"
    )


@dataclass
class Outside:
    """A reading whose array is too short until it has some length; what it was asked with."""

    axis: int
    index: int
    asked: list[tuple[int, ...]] = field(default_factory=list)

    def run(self, launch: Launch, inputs: Any) -> dict[str, Any]:
        (argument,) = launch.arguments
        self.asked.append(argument.shape)
        if argument.shape[self.axis] <= self.index or self.index < 0:
            raise OutOfBounds("outside", "x", self.axis, self.index)
        return {"x": inputs["x"]}


@pytest.mark.parametrize(
    ("shape", "axis", "index", "asked"),
    [
        ((4,), 0, 3, [(4,)]),
        ((4,), 0, 5, [(4,), (8,)]),
        ((4, 6), 1, 6, [(4, 6), (4, 12)]),
        ((40,), 0, 41, [(40,), (48,)]),
        ((4,), 0, 2_047, [(4,), (2_048,)]),
        ((4,), 0, 2_048, []),
        ((64, 32, 32), 0, 64, []),
        ((4,), 0, -1, []),
    ],
)
def test_an_array_grows_to_what_it_is_indexed_with_within_bounds(
    shape: tuple[int, ...], axis: int, index: int, asked: list[tuple[int, ...]]
) -> None:
    launch = Launch((Argument("x", "array", "float32", len(shape), shape=shape),), (1,))
    reading: Any = Outside(axis, index)
    if asked:
        assert fit(reading, launch, ("seed",)).launch.arguments[0].shape == asked[-1] and reading.asked == asked
        return
    with pytest.raises(NoFit, match=f"x is indexed with {index}"):
        fit(reading, launch, ("seed",))
    assert reading.asked == [shape]
