"""Values of all lanes at once are those of the independent reading, which runs one thread after the other."""

from __future__ import annotations

import pytest

from generator.syntax.reading import read
from generator.synthesis.candidate import Candidate, Rejected
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.strata import STRATA
from generator.synthesis.making import synthesize
from generator.synthesis.screening.draws import Draw
from generator.synthesis.screening.evaluation import evaluate
from generator.synthesis.screening.lanes.outcome import CAST, DIVISION, OUTSIDE, NotScreened, Struck
from generator.verification.launching.inputs import make_inputs
from generator.verification.launching.outputs import Outputs, flat
from generator.verification.launching.tolerances import relative_errors
from generator.verification.reference import UNDEFINED, compile_reference

SEEDS = ("one", "other")
CATEGORIES = (*STRATA, *FAMILIES)

UNDEFINED_KINDS = (OUTSIDE, DIVISION, CAST)

LEAST_NEAR = 0.97
"""Share of an output's numbers that agree, where a threshold lies within rounding of what one of them is made of."""


def rows(category: str, count: int) -> list[Candidate]:
    found = []
    for number in range(count):
        try:
            found.append(synthesize(category, f"agreement/{number}", screened=False))
        except Rejected:
            continue
    return found


def test_a_row_of_each_category_agrees() -> None:
    for category in CATEGORIES:
        for row in rows(category, 1):
            assert_agreement(row)


@pytest.mark.slow
@pytest.mark.parametrize("category", CATEGORIES)
def test_rows_agree(category: str) -> None:
    compared = sum(assert_agreement(row) for row in rows(category, 24))
    assert compared >= 12


def assert_agreement(row: Candidate) -> int:
    """Whether a row could be compared: not where the order of its threads decides what it gives."""
    module = read(row.source)
    reference = compile_reference(row.source)
    inputs = [make_inputs(row.launch, seed) for seed in SEEDS]
    try:
        table = evaluate(module, module.kernels[0], row.launch, [Draw(seed) for seed in SEEDS])
    except NotScreened:
        return 0
    except Struck as reason:
        assert reason.kind in UNDEFINED_KINDS or not_finite(reference, row, inputs), row.source
        if reason.kind in UNDEFINED_KINDS:
            with pytest.raises(UNDEFINED):
                for given in inputs:
                    reference.run(row.launch, given)
        return 1
    for place, given in enumerate(inputs):
        expected = flat(reference.run(row.launch, given))
        if not close(flat(reference.run(row.launch, given, backwards=True)), expected):
            return 0
        found = {name: table.after[name][place].reshape(values.shape) for name, values in expected.items()}
        assert close(found, expected), row.source
    return 1


def not_finite(reference, row: Candidate, inputs) -> bool:  # type: ignore[no-untyped-def]
    outputs = [flat(reference.run(row.launch, given)) for given in inputs]
    return any(
        values.dtype.kind == "f" and not abs(values).max() < float("inf")
        for written in outputs
        for values in written.values()
    )


def close(found: Outputs, expected: Outputs) -> bool:
    """Whether nearly all numbers are equal but for rounding."""
    for name, values in expected.items():
        floats = values.dtype.kind == "f"
        near = relative_errors(found[name], values) <= 1e-3 if floats else found[name] == values
        if near.mean() < LEAST_NEAR:
            return False
    return True
