"""Stand-alone programs: built by nvcc, run on the GPU, each judging its own results."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from generator.launch.thresholds import with_ties
from generator.lowering.binaries.cuda_tools import find_tool
from generator.lowering.standalone import Unsupported, translate
from generator.lowering.warp_backend import program
from generator.synthesis import CATEGORIES
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from generator.verification.tiers.execute_tier import order_matters
from tests.gpu.check_kernels import kernels_of

PROGRAMS_A_CATEGORY = 3


@pytest.mark.parametrize("category", CATEGORIES)
def check_programs(category: str, tmp_path: Path, fresh_seed: int) -> None:
    nvcc = str(find_tool("nvcc"))
    failed, translated = {}, 0
    for key, candidate in kernels_of(category, fresh_seed, PROGRAMS_A_CATEGORY):
        with program(candidate.source) as opened:
            try:
                standalone = translate(opened.kernel, with_ties(candidate.launch, candidate.source))
            except Unsupported:
                continue
        translated += 1
        source, built = tmp_path / f"{translated}.cu", tmp_path / f"{translated}"
        source.write_text(standalone.cuda)
        subprocess.run([nvcc, "-std=c++17", "-arch=native", str(source), "-o", str(built)], check=True)
        ran = subprocess.run([str(built)], capture_output=True, text=True, timeout=120, check=False)
        passed = not ran.returncode and re.search(r"^PASS", ran.stdout, re.MULTILINE)
        # A program expects what threads leave that run one after another.
        judged = re.search(r"^FAIL forward", ran.stdout, re.MULTILINE)
        if not passed and not (
            judged
            and order_matters(compile_reference(candidate.source), candidate.launch, make_inputs(candidate.launch, key))
        ):
            failed[key] = ran.stdout + ran.stderr
    assert not failed
