"""A plugin that prints how emulator and GPU agreed, over all tests of a run."""

from __future__ import annotations

from typing import Any

from tests.gpu.agreement import Agreement


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A line for the run, after those of the tests."""
    total = Agreement()
    reports = (report for each in terminalreporter.stats.values() for report in each)
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "agreement" and report.when == "teardown":  # the last report of a test has all of them
                total.add(value)
    if total.launches:
        told = (
            total.same_bits
            + total.near
            + total.ill_conditioned
            + total.order_matters
            + total.not_loaded
            + len(total.problems)
        )
        terminalreporter.write_line(
            f"emulator and GPU: {total.launches:,} launches, {total.elements:,} elements; the same bits in "
            f"{total.same_bits:,} launches, within {total.worst:.1g} in {total.near:,}, as far as "
            f"rounding of inputs moves it in {total.ill_conditioned:,}, order of threads matters in "
            f"{total.order_matters:,}, not loaded in {total.not_loaded:,}, different in {len(total.problems):,}, "
            f"other bits that the tests judge in {total.launches - told:,}"
        )
