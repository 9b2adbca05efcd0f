"""What of the GPU suite can be tested anywhere: its exit without a GPU, and its comparisons of the CPU with itself."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.emulation import emulate
from generator.verification.launching import device_run
from generator.verification.launching.inputs import make_inputs
from generator.verification.tiers.tiers import Item, verify
from tests.emulation.device_code import ptx_of
from tests.emulation.opcodes.test_any_bits import DRAWN
from tests.gpu import agreement
from tests.gpu.beside import as_documented, beside
from tests.gpu.check_atomics import scatter
from tests.gpu.check_kernels import kernels_of
from tests.gpu.compare import difference, disagreement, run
from tests.gpu.devices import NO_GPU
from tests.gpu.timings import KERNELS, show, times
from tests.verification.sample_kernels import SAMPLES, array, one_dim, result


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


CHECKED = ("codegen", "execute", "gradient", "device")

SCALED = 'extern "C" __global__ void scaled(float* x, float by) { x[threadIdx.x] *= by; }'
X = np.arange(1, 9, dtype=np.float32)


def test_a_test_of_the_emulator_gets_the_results_of_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    for factor, same in ((3.0, 1), (3.5, 0)):
        monkeypatch.setattr(agreement, "launch", lambda *_, shared, by=factor: (X * np.float32(by), None))
        found = [agreement.Agreement()]
        run = beside(emulate, found)(ptx_of(SCALED), "scaled", [X, 3.0], 1, 8)
        assert (run.outputs[0] == factor * X).all()
        assert (found[0].launches, found[0].elements, found[0].same_bits) == (1, 8, same)


def test_threads_one_after_another_are_not_compared_with_a_gpu() -> None:
    found = [agreement.Agreement()]
    run = beside(emulate, found)(ptx_of(SCALED), "scaled", [X, 3.0], 1, 8, order="serial")
    assert (run.outputs[0] == 3.0 * X).all() and not found[0].launches


def test_forms_that_a_gpu_does_otherwise_are_not_drawn() -> None:
    left_out = {case.opcode for case in DRAWN} - {case.opcode for case in as_documented(DRAWN)}
    assert left_out and all(".sat" in opcode and opcode.startswith(("vadd", "vsub", "vabsdiff")) for opcode in left_out)


def test_a_launch_with_a_finding_is_not_made_on_the_gpu() -> None:
    found = [agreement.Agreement()]
    run = beside(emulate, found)(ptx_of(SCALED), "scaled", [np.ones(7, np.float32), 3.0], 1, 8)
    assert run.findings and not found[0].launches


@pytest.mark.parametrize("name", ["polynomial", "in_place"])
@pytest.mark.parametrize("change", [0.0, 1e-6, 1e-2])
def test_a_row_that_differs_on_the_gpu_is_told(change: float, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def there(*launched: Any, shared: int) -> Any:
        outputs = emulate(*launched, shared=shared).outputs
        for written in (each for output in outputs for each in output or ()):
            numbers = written.view(np.float32)
            numbers += np.float32(change) * numbers
        return outputs

    monkeypatch.setattr(agreement, "launch", there)
    launches = agreement.RowLaunches()
    monkeypatch.setattr(device_run, "emulate", launches.emulate)
    monkeypatch.setattr(device_run, "take_back", launches.take_back)
    source, launch = SAMPLES[name]
    (verdict,) = verify([Item(source, launch, seed="gpu")], CHECKED)
    found = launches.agreement
    assert "device" in verdict.passed and found.launches > 2
    counted = {0.0: found.same_bits, 1e-6: found.near, 1e-2: len(found.problems)}
    assert counted[change] == found.launches and not found.order_matters


STEEP = """import warp as wp


@wp.kernel
def steep(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = wp.sin(1.0e4 * x[i])
"""


@pytest.mark.parametrize(("change", "explained"), [(1e-3, True), (0.9, False)])
def test_rounding_of_inputs_explains_only_so_much(
    change: float, explained: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def there(*launched: Any, shared: int) -> Any:
        outputs = emulate(*launched, shared=shared).outputs
        written = outputs[2][0].view(np.float32)
        written *= np.float32(1.0 - change)
        return outputs

    monkeypatch.setattr(agreement, "launch", there)
    launches = agreement.RowLaunches()
    monkeypatch.setattr(device_run, "emulate", launches.emulate)
    monkeypatch.setattr(device_run, "take_back", launches.take_back)
    verify([Item(STEEP, one_dim(array("x"), result("y"), not_differentiable="steep"), seed="gpu")], CHECKED)
    found = launches.agreement
    assert found.launches and found.launches == (found.ill_conditioned if explained else len(found.problems))


def test_agreements_add_up() -> None:
    total = agreement.Agreement(launches=2, worst=1e-6)
    total.add(asdict(agreement.Agreement(launches=3, worst=1e-7, problems=["y"])))
    assert total == agreement.Agreement(launches=5, worst=1e-6, problems=["y"])


@pytest.mark.parametrize(
    ("here", "there", "same"),
    [(np.nan, np.nan, True), (np.inf, np.inf, True), (np.nan, np.inf, False), (np.inf, -np.inf, False),
     (1.0, np.nan, False), (np.inf, 1.0, False), (1.0, 1.0, True)],
)  # fmt: skip
def test_what_is_no_number_agrees_with_its_like(here: float, there: float, same: bool) -> None:
    one, other = ({"y": np.array([0.5, value], np.float32)} for value in (here, there))
    assert (agreement.beyond(one, other)[0] == "") is same
