"""A launch is found for kernels of the kinds that packages hold; where there is none, the reason is said."""

from __future__ import annotations

import pytest

from generator.launch import INOUT, OUTPUT, Launch
from generator.lowering.user_kernels.launch_guess import guess_launch
from generator.lowering.warp_backend import program
from generator.verification.launch_guess.argument_tree import at_path
from generator.verification.launch_guess.guess import LaunchGuess, guess
from generator.verification.launching.inputs import make_inputs
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
