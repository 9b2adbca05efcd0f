"""What a reader would strike is found over any statements, and what earns its place is left."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.synthesis import CATEGORIES
from generator.verification.screening import screen as first_run
from generator.verification.screening.screen import first_flaw
from tests.synthesis.kernels import draw
from tests.verification.screening import idle_cases, shorter_cases
from tests.verification.screening.bodies import flaw_of

FOUND = {f"idle, {case}": (body, f"idle: {step}") for case, (body, step) in idle_cases.IDLE.items()} | {
    f"longer, {case}": (body, f"longer: {told}") for case, (body, told) in shorter_cases.LONGER.items()
}
SOUND = {f"acting, {case}": body for case, body in idle_cases.ACTING.items()} | {
    f"short, {case}": body for case, body in shorter_cases.LEFT.items()
}


@pytest.mark.parametrize("case", FOUND)
def test_a_flaw_is_found(case):
    body, flaw = FOUND[case]
    assert flaw_of(body) == flaw


@pytest.mark.parametrize("case", SOUND)
def test_a_sound_body_is_left(case):
    assert flaw_of(SOUND[case]) == ""


def test_an_extreme_that_two_threads_share_is_found():
    """Where rounding makes two values one, the adjoint in float32 counts both."""
    assert flaw_of("out[i] = x * y\nwp.atomic_max(out, 0, wp.tanh(9.0 * y))").startswith("shared extreme: tanh(")
    assert flaw_of("out[i] = x * y\nwp.atomic_max(out, 0, wp.tanh(0.3 * y))") == ""


def test_a_kernel_that_stops_has_no_flaw_and_a_bug_of_the_check_is_raised(monkeypatch):
    assert flaw_of("out[i] = (x * y).no_such_part") == ""
    monkeypatch.setattr(first_run, "idle_step", lambda *_: None + 1)
    with pytest.raises(TypeError):
        flaw_of("out[i] = x * y")


def test_few_drawn_kernels_are_flawed(fresh_seed):
    """Those are dropped from the stream; before that 3 % are idle, and 8 % of 500 is six deviations more."""
    drawn = [(name, kernel) for name in CATEGORIES for kernel in draw(name, 20, fresh_seed)]
    flaws = [first_flaw(kernel.source, kernel.launch, f"{k}") for k, (_, kernel) in enumerate(drawn)]
    kinds = Counter(flaw.partition(":")[0] for flaw in flaws)
    assert max(kinds["idle"], kinds["longer"]) <= 0.08 * len(flaws), [flaw for flaw in flaws if flaw]
