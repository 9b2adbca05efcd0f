"""Runs in the child that verifies collected rows: guesses launches, interprets sources, runs native code."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import warp as wp

from generator.launch import Launch
from generator.verification.launch_guess.given_tiers import GivenKernel, check_given
from generator.verification.launch_guess.written_launch import WrittenLaunch
from generator.verification.tiers.heap import keep_heap


def check_rows(argument: dict[str, Any]) -> list[dict[str, Any]]:
    """A ``GivenVerdict`` as a dict for each raw row of ``argument["rows"]``. Plain JSON in and out."""
    wp.config.log_level = wp.LOG_ERROR
    keep_heap()
    return [asdict(verdict) for verdict in check_given([_given(row) for row in argument["rows"]])]


def _given(row: dict[str, Any]) -> GivenKernel:
    code, adjoint = row["code"], str(row.get("adjoint", ""))
    backward = code.get("cuda_backward") or ""
    missing = "" if backward else adjoint if adjoint.startswith("refused") else "the row has no adjoint"
    return GivenKernel(
        row["python_source"],
        Launch.from_json(row["launch"]),
        code["cuda_forward"],
        backward,
        missing,
        tuple(map(WrittenLaunch.from_plain, row.get("launches", ()))),
    )
