"""Every computation, in each of its variants, computes what an independent statement of the same law says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.synthesis.catalogue.everything import load_all
from tests.synthesis.computation_check import differences, statement_of, variants_of

COMPUTATIONS = load_all()


def _cases() -> Iterator[Any]:
    """Each computation in each variant: the first and the last always, those between only in the slow sweep."""
    for computation in COMPUTATIONS.values():
        variants = list(variants_of(computation))
        for place, variant in enumerate(variants):
            between = 0 < place < len(variants) - 1
            yield pytest.param((computation, variant), marks=[pytest.mark.slow] if between else [])


def _label(case: object) -> str:
    computation, variant = case  # type: ignore[misc]
    return f"{computation.family}-{computation.name}-" + "-".join(f"{k}={v}" for k, v in variant.items())


def test_each_has_a_statement() -> None:
    assert all(callable(statement_of(each)) for each in COMPUTATIONS.values())


@pytest.mark.parametrize("case", list(_cases()), ids=_label)
def test_computes_what_is_stated(case: tuple) -> None:
    computation, variant = case
    assert not differences(computation, variant, "7")
