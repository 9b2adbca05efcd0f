"""Stored I/O survives its text, judges right and wrong results, and needs no Warp to do so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from generator.launch import Argument, Launch
from generator.lowering.warp_backend import lower, program
from generator.verification.reference import compile_reference
from generator.verification.stored_results.record_io import Recipe, record
from generator.verification.stored_results.stored_io import MOST_ELEMENTS, StoredIO, judge
from tests.verification import sample_kernels as samples
from tests.verification.reference.language_cases import X, Y, kernel

SINGLE_ONLY = kernel("i = wp.tid()\ny[i] = wp.noise(wp.rand_init(7), x[i]) + x[i]", (X, Y))
"""Warp's noise has no double precision: the gradient is the row's own adjoint's."""

MODE = Argument("mode", "scalar", "int32", fill="value", value=1.0, low=0.0, high=2.0)
MODES = kernel(
    "i = wp.tid()\nif mode == 0:\n    y[i] = wp.sin(x[i])\nelse:\n    y[i] = x[i] + float(mode)", (MODE, X, Y)
)

SAMPLES = (
    samples.POLYNOMIAL,
    samples.VECTORS,
    samples.STRUCTS,
    samples.STRUCT_ARGUMENT,
    samples.INTEGERS,
    MODES,
    SINGLE_ONLY,
)


@pytest.fixture(scope="module")
def recorded() -> list[StoredIO]:
    # The last alone: a text that does not compile makes its batch compile in parts.
    return [s for part in (SAMPLES[:-1], SAMPLES[-1:]) for s in record([_recipe(*sample) for sample in part])]


def _recipe(source: str, launch: Launch) -> Recipe:
    with program(source) as opened:
        texts = lower(opened.kernel)
    return Recipe(source, launch, "stored", texts.cuda_forward, texts.cuda_backward)


def test_one_number_stands_encoded_as_the_docs_show(root: Path) -> None:
    (shown,) = re.findall(r'`(\{"dtype": .*?\})`: four bytes', (root / "docs/data_format.md").read_text())
    read = StoredIO.from_json(StoredIO("0", (1,), inputs={"x": np.zeros(1000, np.float32)}).to_json())
    assert json.loads(read.to_json())["inputs"]["x"] == json.loads(shown)
    assert np.array_equal(read.inputs["x"], np.zeros(1000, np.float32))


def test_text_holds_everything(recorded: list[StoredIO]) -> None:
    for stored in recorded:
        read = StoredIO.from_json(stored.to_json())
        for table in ("inputs", "outputs", "cotangents", "gradients"):
            before, after = getattr(stored, table), getattr(read, table)
            assert before.keys() == after.keys()
            for name in before:
                assert before[name].dtype == after[name].dtype
                np.testing.assert_array_equal(before[name], after[name])
        assert (read.seed, read.dim) == (stored.seed, stored.dim)


def test_right_results_pass_and_wrong_ones_do_not(recorded: list[StoredIO]) -> None:
    for stored in recorded:
        assert judge(stored, stored.outputs, stored.gradients).passed
        for name, values in stored.outputs.items():
            wrong = values.copy()
            wrong.flat[0] = wrong.flat[0] * 1.01 + 1 if values.dtype.kind == "f" else wrong.flat[0] + 1
            verdict = judge(stored.to_json(), {**stored.outputs, name: wrong})
            assert not verdict.passed
            assert verdict.reasons[0].startswith(name)
        for name, values in stored.gradients.items():
            verdict = judge(stored, stored.outputs, {**stored.gradients, name: values + 0.5 + np.abs(values).max()})
            assert [reason.split(":")[0] for reason in verdict.reasons] == [f"gradient of {name}"]


def test_missing_and_misshapen_arrays_fail(recorded: list[StoredIO]) -> None:
    stored = recorded[0]
    assert judge(stored, {}).reasons == ("y: missing",)
    assert judge(stored, {"y": stored.outputs["y"][:-1]}).reasons == ("y: shape (5,), expected (6,)",)


class NotOnTheHost:
    """As a tensor that has a gradient: it refuses to be an array."""

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise RuntimeError("Use detach()")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda y: y + 5j,
        lambda y: np.full(y.shape, "1.0"),
        lambda y: np.full(y.shape, None),
        lambda y: [[1.0], [1.0, 2.0]],
        lambda y: None,
        lambda y: np.zeros(y.shape, "M8[D]"),
        lambda y: np.zeros(y.shape, "V4"),
        lambda y: NotOnTheHost(),
    ],
)
def test_what_is_no_array_of_real_numbers_fails_with_a_reason(wrong: Callable[[np.ndarray], Any]) -> None:
    stored = StoredIO("0", (2,), outputs={"y": np.array([1.0, 2.0], np.float32)})
    verdict = judge(stored, {"y": wrong(stored.outputs["y"])})
    assert not verdict.passed and verdict.reasons == ("y: no array of real numbers",)


@pytest.mark.parametrize("wrong", [None, [np.ones(2, np.float32)], np.ones(2, np.float32), "y"])
def test_results_without_names_fail_with_a_reason(wrong: Any) -> None:
    stored = StoredIO("0", (2,), outputs={"y": np.ones(2, np.float32)}, gradients={"x": np.ones(2, np.float32)})
    said = f"arrays: {type(wrong).__name__} and no mapping from names to arrays"
    assert judge(stored, wrong).reasons == (said,)
    assert wrong is None or judge(stored, stored.outputs, wrong).reasons == (f"gradient of {said}",)


@pytest.mark.parametrize("row", [{"id": "s2-vector-0-train-0-0", "io": None}, {"id": "s2-vector-0-train-0-0"}])
def test_a_row_without_stored_results_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no stored results"):
        judge(row, {})


def test_polynomial_is_judged_by_its_formula(recorded: list[StoredIO]) -> None:
    stored = recorded[0]
    x, scale = stored.inputs["x"].astype(np.float64), float(stored.inputs["scale"])
    outputs = {"y": scale * (1.5 + x * (0.25 - x * x))}
    weights = stored.cotangents["y"].astype(np.float64)
    slope = {"x": weights * scale * (0.25 - 3 * x * x), "scale": (weights * outputs["y"]).sum() / scale}
    assert judge(stored, outputs, {k: np.asarray(v) for k, v in slope.items()}).passed


def test_single_precision_gradient_is_the_derivative(recorded: list[StoredIO]) -> None:
    stored = recorded[SAMPLES.index(SINGLE_ONLY)]
    source, launch = SINGLE_ONLY
    reference = compile_reference(source)
    step = np.float32(2.0**-9)
    ahead, behind = (reference.run(launch, {**stored.inputs, "x": stored.inputs["x"] + d})["y"] for d in (step, -step))
    slope = stored.cotangents["y"] * (ahead - behind) / (2 * step)
    np.testing.assert_allclose(stored.gradients["x"], slope, rtol=1e-2, atol=1e-2)


def test_every_mode_is_stored(recorded: list[StoredIO]) -> None:
    """Code that is right at the launch's own mode alone is not right."""
    stored = StoredIO.from_json(recorded[SAMPLES.index(MODES)].to_json())
    assert [int(case.inputs["mode"]) for case in stored.cases] == [1, 0, 2]
    for case in stored.cases:
        mode, x, weights = int(case.inputs["mode"]), case.inputs["x"], case.cotangents["y"]
        outputs, slope = (x + np.float32(mode), weights) if mode else (np.sin(x), weights * np.cos(x))
        assert judge(case, {"y": outputs}, {"x": slope}).passed
        assert judge(case, {"y": x + np.float32(1)}).passed is (mode == 1)


def test_kernels_without_derivative_have_no_gradient(recorded: list[StoredIO]) -> None:
    integers = recorded[SAMPLES.index(samples.INTEGERS)]
    assert integers.outputs
    assert not integers.gradients


@settings(max_examples=50)
@given(
    hnp.arrays(
        st.sampled_from([np.float16, np.float32, np.float64, np.int8, np.uint64, np.bool_]),
        hnp.array_shapes(min_dims=0, max_dims=3, max_side=4),
    )
)
def test_any_array_survives(array: np.ndarray) -> None:
    stored = StoredIO("s", (1,), inputs={"a": array})
    np.testing.assert_array_equal(StoredIO.from_json(stored.to_json()).inputs["a"], array)


@pytest.mark.parametrize(
    ("second", "shape"),
    [(1.0, [MOST_ELEMENTS + 1]), (1.0, [-1]), (1.0, [1.0]), (1.0, ["1"]), (2.0, [3]), (2.0, [1])],
)
def test_a_shape_that_its_bytes_have_not_is_refused(second: float, shape: list[Any]) -> None:
    """One value may stand for all, as many as fit in memory."""
    text = StoredIO("s", (1,), inputs={"a": np.array([1.0, second])}).to_json()
    assert '"shape":[2]' in text
    with pytest.raises(ValueError, match="stored I/O has "):
        StoredIO.from_json(text.replace('"shape":[2]', f'"shape":{json.dumps(shape)}'))


def test_what_stood_there_before_is_no_size_of_a_result() -> None:
    before, right, wrong = ({"y": np.array([1e6, y], np.float32)} for y in (0.0, 1.0, 1.5))
    stored = StoredIO("s", (2,), inputs=before, outputs=right)
    assert judge(stored, right).passed and not judge(stored, wrong).passed


def test_an_unknown_format_is_refused() -> None:
    text = StoredIO("s", (1,)).to_json().replace('"format":1', '"format":2')
    with pytest.raises(ValueError, match="format 2"):
        StoredIO.from_json(text)


def test_judging_needs_no_warp(root: Path, recorded: list[StoredIO], tmp_path: Path) -> None:
    Path(tmp_path, "io.json").write_text(recorded[0].to_json())
    code = (
        "import sys; sys.modules['warp'] = None\n"
        "from generator.verification.stored_results.stored_io import StoredIO, judge\n"
        f"stored = StoredIO.from_json(open({str(tmp_path / 'io.json')!r}).read())\n"
        "assert judge(stored, stored.outputs, stored.gradients).passed\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)
