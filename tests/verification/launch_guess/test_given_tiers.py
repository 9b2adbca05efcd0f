"""Kernels without a launch reach the tiers; a wrong adjoint names what Warp cannot differentiate in the source."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.lowering.user_kernels.launch_guess import guess_launch
from generator.lowering.warp_backend import lower, program
from generator.verification.launch_guess import bounded_effects
from generator.verification.launch_guess.adjoint_limits import adjoint_limits
from generator.verification.launch_guess.given_tiers import GivenKernel, GivenVerdict, check_given
from tests.verification.launch_guess import published_kernels as published

BUGS = Path(__file__).parents[1] / "tiers" / "warp_bugs"

OUTSIDE_THE_SOURCE = {"aliased_neighbour", "element_written_twice", "shape_after_negative_index"}
"""Reproductions whose trait is in the launch or in an index: the source does not show it."""


def given(source: str) -> GivenKernel:
    with program(source) as opened:
        code = lower(opened.kernel)
        return GivenKernel(source, guess_launch(opened.kernel), code.cuda_forward, code.cuda_backward)


@pytest.fixture(scope="module")
def verdicts() -> dict[str, GivenVerdict]:
    names = (
        *("GATHER", "ROWS", "SCATTER", "RESET", "ENDLESS", "PRODUCT", "BLOCK_SUM", "EXCHANGE", "BRANCH", "AXES"),
        *("SPECTRUM", "HALVES", "ROOTS", "PLACED"),
    )
    kernels = {name: given(getattr(published, name)) for name in names}
    gather = kernels["GATHER"]
    wrong = gather.cuda_forward.replace("wp::mul(", "wp::add(")
    assert wrong != gather.cuda_forward
    kernels["WRONG"] = replace(gather, cuda_forward=wrong)
    kernels["FORWARD"] = replace(gather, cuda_backward="", no_adjoint="refused: it has a bitcast")
    return dict(zip(kernels, check_given(list(kernels.values())), strict=True))


@pytest.mark.parametrize("name", ["GATHER", "ROWS", "SCATTER", "BLOCK_SUM", "SPECTRUM"])
def test_sound_kernels_reach_both_tiers(name: str, verdicts: dict[str, GivenVerdict]) -> None:
    verdict = verdicts[name]
    assert verdict.tiers == ["execute", "gradient"] and verdict.not_verified == ""
    assert verdict.launch and verdict.launch_origin.startswith("by names")
    assert verdict.figures["execute_error"] < 2e-5 and verdict.figures["gradient_error"] < 1e-6


@pytest.mark.parametrize(
    ("name", "tiers", "reason"),
    [
        ("RESET", ["execute"], "gradient: no float output depends on a float input"),
        ("FORWARD", ["execute"], "gradient: refused: it has a bitcast"),
        ("PRODUCT", ["execute"], "gradient: adjoint of gain gives 0 along a random direction"),
        (
            "EXCHANGE",
            ["execute"],
            "gradient: not run, since it may never end (known Warp issue: loop_until_ex",
        ),
        ("ENDLESS", [], "execute: no launch: too long: more than 100000 steps"),
        ("WRONG", [], "execute: differs: y"),
    ],
)
def test_what_a_kernel_does_not_reach_is_said(
    name: str, tiers: list[str], reason: str, verdicts: dict[str, GivenVerdict]
) -> None:
    assert verdicts[name].tiers == tiers
    assert verdicts[name].not_verified.startswith(reason), verdicts[name].not_verified


@pytest.mark.parametrize(
    ("name", "differs", "why"),
    [
        ("AXES", "moments", "order of eigenvalues and signs of eigenvectors are open"),
        ("ROOTS", "root", "the numbers of a tree's nodes are its own"),
    ],
)
def test_a_difference_says_what_is_left_open(
    name: str, differs: str, why: str, verdicts: dict[str, GivenVerdict]
) -> None:
    """Neither side is wrong: both are eigenvalues of the same matrices, numbers of the same nodes."""
    reason = verdicts[name].not_verified
    assert reason.startswith(f"execute: differs: {differs}"), reason
    assert reason.endswith(f" ({why})")


def test_an_adjoint_that_comes_through_a_coarse_type_has_its_rounding(verdicts: dict[str, GivenVerdict]) -> None:
    verdict = verdicts["HALVES"]
    assert verdict.tiers == ["execute", "gradient"], verdict.not_verified
    assert verdict.figures["adjoint_error"] > 1e-5


def test_a_wrong_adjoint_names_the_known_issue(verdicts: dict[str, GivenVerdict]) -> None:
    assert verdicts["PRODUCT"].not_verified.endswith("(known Warp issue: dynamic_loop_result_used)")


def test_inputs_that_change_nothing_are_named(verdicts: dict[str, GivenVerdict]) -> None:
    assert verdicts["BRANCH"].figures["inputs_without_effect"] == ["unused"]
    assert verdicts["GATHER"].figures["inputs_without_effect"] == []


def test_effects_that_take_too_long_to_find_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_effects, "EFFECT_STEPS", 10)
    (verdict,) = check_given([given(published.BRANCH)])
    assert verdict.tiers == ["execute", "gradient"] and verdict.figures["inputs_without_effect"] is None


def test_an_order_of_threads_that_leaves_no_result_matters(verdicts: dict[str, GivenVerdict]) -> None:
    assert "execute" in verdicts["PLACED"].tiers and verdicts["PLACED"].figures["thread_order_matters"] is True


def test_threads_of_a_block_are_one_on_the_cpu(verdicts: dict[str, GivenVerdict]) -> None:
    assert '"block_dim":1' in verdicts["BLOCK_SUM"].launch


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (published.READ_AND_ADDED, "overwritten_input"),
        (published.STRETCHED, "component_assigned_from_itself"),
        (published.MEAN, "dynamic_loop_result_used"),
    ],
)
def test_adjoints_that_are_wrong_say_why(source: str, why: str) -> None:
    (verdict,) = check_given([given(source)])
    assert verdict.tiers == ["execute"]
    assert verdict.not_verified.endswith(f"(known Warp issue: {why})"), verdict.not_verified


@pytest.mark.parametrize("path", sorted(BUGS.glob("*.py")), ids=lambda path: path.stem)
def test_every_reproduction_has_a_limit(path: Path) -> None:
    limits = adjoint_limits(path.read_text(encoding="utf-8"))
    assert limits or path.stem in OUTSIDE_THE_SOURCE


@pytest.mark.parametrize("name", ["GATHER", "ROWS", "SCATTER", "BLOCK_SUM"])
def test_sound_kernels_have_none(name: str) -> None:
    assert adjoint_limits(getattr(published, name)) == ()
