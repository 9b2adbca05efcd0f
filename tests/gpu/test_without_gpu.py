"""What of the GPU suite can be tested anywhere: its exit without a GPU, and its comparisons of the CPU with itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.verification.launching.inputs import make_inputs
from tests.gpu.check_atomics import scatter
from tests.gpu.check_kernels import kernels_of
from tests.gpu.compare import difference, disagreement, run
from tests.gpu.devices import NO_GPU
from tests.gpu.timings import KERNELS, show, times
from tests.verification.sample_kernels import SAMPLES


def test_without_a_gpu_it_says_so_and_exits_with_3(root: Path) -> None:
    hidden = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    ended = subprocess.run([sys.executable, "-m", "tests.gpu"], cwd=root, env=hidden, capture_output=True, text=True)
    assert ended.returncode == NO_GPU == 3
    said = [line for line in ended.stderr.splitlines() if line.startswith("gpu-test")]
    assert said == ["gpu-test: not run: Warp finds no CUDA device on this machine"]


@pytest.mark.parametrize("name", ["vectors", "atomics", "integers"])
def test_the_cpu_agrees_with_itself(name: str) -> None:
    source, launch = SAMPLES[name]
    assert not disagreement(source, launch, name, "cpu")


def test_another_kernel_is_seen() -> None:
    source, launch = SAMPLES["polynomial"]
    inputs = make_inputs(launch, "gpu")
    expected = run(source, launch, inputs, "cpu")
    found = run(source.replace("0.25", "0.2501"), launch, inputs, "cpu")
    assert set(expected.gradients) == {"x"}
    assert "y" in difference(expected.outputs, run(source.replace("1.5", "1.51"), launch, inputs, "cpu").outputs)
    assert not difference(expected.outputs, expected.outputs)
    assert difference({"x": expected.gradients["x"]}, {"x": found.gradients["x"] + 1.0})


def test_atomics_and_times_run() -> None:
    scatter("cpu", 4096)
    assert all(value > 0.0 for value in times(KERNELS["sum"], 1024, "cpu"))
    show("cpu", (1024,))


def test_kernels_of_a_category() -> None:
    assert [key for key, _ in kernels_of("vector", 7, 2)] == [key for key, _ in kernels_of("vector", 7, 2)]
