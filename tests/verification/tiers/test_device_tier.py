"""The device tier passes a row's own PTX, and sees what was changed in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from generator.launch import INOUT, OUTPUT, Argument, Launch
from generator.lowering.binaries.ptx import ptx_of
from generator.lowering.warp_backend import lower, program
from generator.synthesis import Candidate, Rejected, synthesize
from generator.verification.launching.device_run import DeviceText
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.host_build import host_batch, runner
from generator.verification.launching.inputs import make_inputs
from generator.verification.tiers import device_tier, reach
from generator.verification.tiers.adjoints import GradientCode
from generator.verification.tiers.device_tier import ARCHITECTURE, DeviceResult, check_device
from generator.verification.tiers.gradient_tier import GradientResult, check_gradient
from generator.verification.tiers.tiers import CHECKED_HERE, Item, Verdict, verify
from tests.verification.sample_kernels import COUNT, array, one_dim, result

SOURCE = """import warp as wp


@wp.kernel
def scale(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    if x[i] > 0.25:
        y[i] = 3.0 * x[i] * x[i]
    else:
        y[i] = 0.5 * x[i] + 1.0
"""
LAUNCH = one_dim(array("x"), result("y"))

RACE = """import warp as wp


@wp.kernel
def keep_last(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i / 2] = x[i]
"""


def judged(
    forward: dict[str, str],
    backward: dict[str, str],
    *,
    thorough: bool = False,
    source: str = SOURCE,
    launch: Launch = LAUNCH,
) -> DeviceResult:
    """The tier on the kernel whose CUDA or PTX has these texts in the place of others."""
    with program(source) as opened:
        texts = lower(opened.kernel, backward=True)
        columns = [texts.cuda_forward, texts.cuda_backward]
        assert columns[0] and columns[1]
        with host_batch([*columns, *map(widen, columns)]) as built:
            code = GradientCode(opened.kernel, *built)  # type: ignore[arg-type]
            ptx = {}
            for name, text, changes in (("forward", columns[0], forward), ("backward", columns[1], backward)):
                cuda = text
                for old, new in changes.items():
                    cuda = cuda.replace(old, new)
                made = ptx_of(cuda, ARCHITECTURE)
                for old, new in changes.items():
                    assert old in made or old in text
                    made = made.replace(old, new)
                ptx[name] = (text, made)
            return check_device(source, launch, "device", ptx, code, thorough=thorough)


def test_a_sound_row_passes_with_its_counts() -> None:
    found = judged({}, {})
    assert found.passed, found.reason
    counts = json.loads(str(found.figures["device_counts"]))
    assert counts["global_bytes_read"] > 0 and 0 < counts["active_share"] <= 1


@pytest.mark.parametrize("thorough", [False, True])
def test_blocks_are_no_larger_than_the_kernel_is_compiled_for(thorough: bool) -> None:
    bounded = SOURCE.replace("@wp.kernel", "@wp.kernel(launch_bounds=64)")
    assert judged({}, {}, thorough=thorough, source=bounded, launch=replace(LAUNCH, block_dim=64)).passed
    found = judged({}, {}, thorough=thorough, source=bounded)
    assert found.reason == "blocks of 256 threads can not be launched: compiled for 64 at most"


@pytest.mark.parametrize(
    ("forward", "backward"),
    [
        ({"mul.f32": "add.f32"}, {}),
        ({"setp.gt.f32": "setp.lt.f32"}, {}),
        ({}, {"atom.global.add.f32": "atom.global.exch.b32"}),
        ({}, {"mul.f32": "add.f32"}),
    ],
)
def test_changed_device_code_does_not_pass(forward: dict[str, str], backward: dict[str, str]) -> None:
    assert not judged(forward, backward).passed


NO_STRIDE = {"_idx += static_cast<size_t>(blockDim.x) * static_cast<size_t>(gridDim.x)": "_idx += dim.size"}
OVERWRITES = {"wp::array_store(var_y, var_0, var_10);": "wp::array_store(var_y, var_0, var_10); var_x[var_0] = 7.0f;"}


@pytest.mark.parametrize(("forward", "backward"), [(NO_STRIDE, {}), ({}, NO_STRIDE)], ids=["forward", "adjoint"])
@pytest.mark.parametrize("items", [24, 240])
def test_threads_take_every_item_of_a_launch(forward: dict[str, str], backward: dict[str, str], items: int) -> None:
    launch = Launch((array("x", shape=(items,)), result("y", shape=(items,))), (items,))
    assert judged({}, {}, launch=launch).passed
    assert not judged(forward, backward, launch=launch).passed


def test_a_kernel_without_a_stride_has_a_thread_for_each_item() -> None:
    """As a row has it whose text was made in another process."""
    source = SOURCE.replace("@wp.kernel", "@wp.kernel(grid_stride=False)")
    launch = Launch((array("x", shape=(240,)), result("y", shape=(240,))), (240,))
    with program(source) as opened:
        texts = lower(opened.kernel, backward=True)
    (verdict,) = verify([Item(source, launch, texts)], CHECKED_HERE)
    assert verdict.sound, verdict.failed


def test_an_input_is_not_written() -> None:
    found = judged(OVERWRITES, {})
    assert found.reason == "changes an input: x"


RARE = SOURCE.replace("0.25", "0.99").replace("3.0", "3.5")


@pytest.mark.parametrize(
    ("forward", "backward"),
    [({"0f40600000": "0f40400000"}, {}), ({}, {"0f40600000": "0f40400000"})],
    ids=["forward", "adjoint"],
)
def test_a_thorough_check_runs_an_arm_that_few_draws_reach(
    forward: dict[str, str], backward: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert judged({}, {}, thorough=True, source=RARE).passed
    assert not judged(forward, backward, thorough=True, source=RARE).passed
    monkeypatch.setattr(reach, "MOST", 0)
    assert judged(forward, backward, thorough=True, source=RARE).passed  # no other draw of this seed comes to it


def test_a_thorough_check_measures_the_same() -> None:
    assert judged({}, {}, thorough=True) == judged({}, {})


def test_a_thorough_check_asks_for_the_derivative_at_other_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(code: GradientCode, launch: Launch, seed: str) -> GradientResult:
        return GradientResult(False, "wrong here") if seed.endswith("#2") else check_gradient(code, launch, seed)

    monkeypatch.setattr(device_tier, "check_gradient", check)
    assert judged({}, {}).passed
    assert judged({}, {}, thorough=True) == DeviceResult(False, "adjoint on the CPU: wrong here")


def test_a_thorough_check_sees_what_other_blocks_show() -> None:
    head = "mov.u32 \t%r43, %ntid.x;"
    wrong = "setp.eq.u32 \t%p7, %r43, 160;\n@%p7 trap;"
    changes = {head: f"{head}\n{wrong}"}
    assert judged(changes, {}).passed
    found = judged(changes, {}, thorough=True)
    assert not found.passed and "trap" in found.reason


def test_threads_that_overwrite_each_other_are_a_race() -> None:
    launch: Launch = one_dim(array("x"), result("y"))
    (verdict,) = verify([Item(RACE, launch)], ("codegen", "device"))
    assert verdict.failed["device"].startswith("race: ")


def rows_of(category: str, seed: str) -> Iterator[Candidate]:
    """The rows of a stream's first keys; some keys give none."""
    for number in range(40):
        with suppress(Rejected):
            yield synthesize(category, f"{seed}/{number}")


PARTLY = """import warp as wp


@wp.kernel
def scale_some(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    if x[i] > 0.0:
        y[i] = 3.0 * x[i]
"""


def changed(source: str, old: str, new: str) -> Verdict:
    """The verdict of the tier on a kernel whose CUDA text has another statement."""
    with program(source) as opened:
        texts = lower(opened.kernel, backward=False)
    assert texts.cuda_forward and old in texts.cuda_forward
    text = texts.cuda_forward.replace(old, new)
    item = Item(source, LAUNCH, replace(texts, cuda_forward=text))
    (verdict,) = verify([item], ("codegen", "device"), backward=False)
    return verdict


def test_elements_that_are_not_written_come_out_as_they_were() -> None:
    assert changed(PARTLY, "wp::array_store", "wp::array_store").failed == {}
    cleared = changed(PARTLY, "var_1 = wp::address", "wp::array_store(var_y, var_0, 0.0f); var_1 = wp::address")
    assert cleared.failed["device"].startswith("differs: y")


def test_an_addition_in_the_place_of_a_store_does_not_pass() -> None:
    """Outputs that start from zeros would hide it."""
    verdict = changed(SOURCE, "wp::array_store(var_y, var_0, var_10)", "*wp::address(var_y, var_0) += var_10")
    assert verdict.failed["device"].startswith("uninitialized: ")


@pytest.mark.parametrize("passes", [True, False])
def test_the_adjoint_of_a_tie_is_that_of_the_branch_taken(passes: bool) -> None:
    """No difference means anything at a jump: Warp's own adjoint says which branch it is of."""
    with program(SOURCE) as opened:
        texts = lower(opened.kernel)
    (line,) = [line for line in texts.cuda_backward.split("\n") if " > var_" in line and "//" not in line]
    changed = line.replace(" > ", " >= ") if not passes else f"{line};"
    backward = texts.cuda_backward.replace(line, changed)
    (verdict,) = verify([Item(SOURCE, LAUNCH, replace(texts, cuda_backward=backward))], ("codegen", "device"))
    assert verdict.sound == passes, verdict.failed


STORING = """import warp as wp


@wp.func
def put(i: int, v: float, y: wp.array(dtype=float), total: wp.array(dtype=float)):
    y[i] = v * v
    wp.atomic_add(total, 0, v)


@wp.kernel
def put_scaled(x: wp.array(dtype=float), y: wp.array(dtype=float), total: wp.array(dtype=float)):
    i = wp.tid()
    put(i, 3.0 * x[i], y, total)
"""


CLEARED = """import warp as wp


@wp.kernel
def positive_or_zero(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    if x[i] > 0.0:
        y[i] = x[i]
    else:
        y[i] = 0.0
"""


@pytest.mark.parametrize("fill", ["zeros", "uniform"])
def test_a_store_of_zero_is_missed(fill: str) -> None:
    """Outputs start from other numbers, however the recipe says that they start from zeros."""
    with program(CLEARED) as opened:
        texts = lower(opened.kernel, backward=False, comments=False)
    (store,) = [line for line in texts.cuda_forward.split("\n") if "array_store" in line][1:]
    changed = replace(texts, cuda_forward=texts.cuda_forward.replace(store, ""))
    launch = one_dim(array("x"), array("y", role=OUTPUT, fill=fill))
    (verdict,) = verify([Item(CLEARED, launch, changed)], ("codegen", "device"), backward=False)
    assert not verdict.sound


@pytest.mark.parametrize(("old", "new", "passes"), [("mul", "mul", True), ("mul", "add", False)])
def test_the_adjoint_leaves_outputs_alone(old: str, new: str, passes: bool) -> None:
    """It calls functions once more, whose stores say the same and whose atomics add again."""
    with program(STORING) as opened:
        texts = lower(opened.kernel)
    backward = texts.cuda_backward.replace(f" = wp::{old}(", f" = wp::{new}(", 1)
    launch = one_dim(array("x"), result("y"), array("total", role=INOUT))
    (verdict,) = verify([Item(STORING, launch, replace(texts, cuda_backward=backward))], ("codegen", "device"))
    assert verdict.sound == passes, verdict.failed


GATHERED = """import warp as wp


@wp.kernel
def gather(at: wp.array(dtype=int), x: wp.array2d(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 2.0 * x[at[i], 0] + wp.floor(x[at[i], 1])
"""


@pytest.mark.parametrize(("column", "passes"), [("var_9", True), ("var_9 + 1", False)])
def test_a_gradient_of_zero_goes_to_its_own_address(column: str, passes: bool) -> None:
    """Of a thousand rows it lies outside of the array in the last one, which few threads take."""
    with program(GATHERED) as opened:
        texts = lower(opened.kernel)
    address = "wp::adj_address(var_x, var_10, {}, adj_x, adj_10, adj_9, adj_11);"
    assert address.format("var_9") in texts.cuda_backward
    backward = texts.cuda_backward.replace(address.format("var_9"), address.format(column))
    at, x = array("at", "int32", fill="index", low=0.0, high=1000.0), array("x", shape=(1000, 2))
    item = Item(GATHERED, one_dim(at, x, result("y")), replace(texts, cuda_backward=backward))
    (verdict,) = verify([item], ("codegen", "device"))
    assert verdict.sound == passes, verdict.failed


def counter(name: str, count: int = COUNT) -> Argument:
    """Whole numbers that a kernel reads and writes, from zero."""
    return array(name, "int32", fill="zeros", role=INOUT, shape=(count,))


LISTED = """import warp as wp


@wp.kernel
def keep_positive(x: wp.array(dtype=float), n: wp.array(dtype=int), kept: wp.array(dtype=int)):
    i = wp.tid()
    if x[i] > 0.0:
        kept[wp.atomic_add(n, 0, 1)] = i
"""


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_one_thread_after_another_takes_one_item_each(turn: int) -> None:
    """A thread that had several items would take them before those of the next thread."""
    launch = Launch((array("x", shape=(150,)), counter("n"), counter("kept", 150)), (150,))
    inputs = make_inputs(launch, "listed")
    with program(LISTED) as opened, host_batch([text := lower(opened.kernel, backward=False).cuda_forward]) as built:
        entry = f"{opened.kernel.key}_cuda_kernel_forward"
        device = DeviceText(ptx_of(text, ARCHITECTURE), entry, built[0], serial=True, turn=turn)  # type: ignore[arg-type]
        found = runner(opened.kernel, launch, device)(inputs)
    kept = np.flatnonzero(inputs["x"] > 0)
    assert found["kept"][: len(kept)].tolist() == kept.tolist()


SMALLEST = """import warp as wp


@wp.kernel
def grow(x: wp.array(dtype=wp.vec3), lower: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    wp.atomic_min(lower, i % 2, x[i])
"""


@pytest.mark.parametrize(
    ("source", "launch"),
    [
        (LISTED, one_dim(array("x"), counter("n"), counter("kept"))),
        (SMALLEST, one_dim(array("x", "vec3"), array("lower", "vec3", role=INOUT))),
    ],
)  # fmt: skip
def test_atomics_are_no_fault(source: str, launch: Launch) -> None:
    """Not where their results depend on the order of threads, nor where they begin with a plain load."""
    with program(source) as opened, host_batch([text := lower(opened.kernel, backward=False).cuda_forward]) as built:
        code = GradientCode(opened.kernel, built[0], *[None] * 3)  # type: ignore[arg-type]
        found = check_device(source, launch, "atomics", {"forward": (text, ptx_of(text, ARCHITECTURE))}, code)
    assert found.passed, found.reason


@pytest.mark.parametrize("category", ["arithmetic", "atomic", "loop", "random_math", "vector"])
def test_a_row_of_the_stream_passes(category: str, fresh_seed: int) -> None:
    """The first of those that pass the tiers before: a build drops the others."""
    for made in rows_of(category, f"device/{fresh_seed}"):
        (verdict,) = verify([Item(made.source, made.launch)], ("codegen", "execute", "gradient", "device"))
        if verdict.failed.keys() <= {"device"}:
            break
    assert verdict.sound, verdict.failed
    assert "device" in verdict.passed or verdict.not_applicable["device"]
