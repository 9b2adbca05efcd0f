"""Small questions of the tiers: verdicts that follow one another, batches, texts of compilers."""

from __future__ import annotations

import pytest

from generator.verification.tiers.verdict import CHECKED_HERE, Verdict, tiers_up_to


@pytest.mark.parametrize(
    ("first", "later", "passed", "failed"),
    [
        (Verdict(("codegen",)), Verdict(("compile",)), ("codegen", "compile"), {}),
        (Verdict(("compile",)), Verdict(("codegen", "execute")), ("codegen", "compile", "execute"), {}),
        (Verdict(("codegen", "compile")), Verdict((), {"compile": "no"}), ("codegen",), {"compile": "no"}),
        (Verdict((), {"execute": "a"}), Verdict((), {"execute": "b"}), (), {"execute": "b"}),
        (Verdict((), {"codegen": "a"}), Verdict(("codegen",)), ("codegen",), {"codegen": "a"}),
    ],
)
def test_one_verdict_of_two(first: Verdict, later: Verdict, passed: tuple[str, ...], failed: dict[str, str]) -> None:
    one = first.followed_by(later)
    assert (one.passed, one.failed, one.sound) == (passed, failed, not failed)


def test_tiers_up_to_one_are_those_before_it_and_itself() -> None:
    assert tiers_up_to("codegen") == ("codegen",) and tiers_up_to("device") == CHECKED_HERE
    assert tiers_up_to("execute") == ("codegen", "compile", "execute")
    with pytest.raises(ValueError, match="no such tier: 'gpu'"):
        tiers_up_to("gpu")
