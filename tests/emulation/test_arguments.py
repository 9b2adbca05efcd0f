"""Arguments by value: structs as NumPy has them, as bytes, and with arrays that they point to."""

import struct

import numpy as np
import pytest

from generator.emulation import Packed, emulate, most_threads
from tests.emulation.device_code import ptx_of

TEXT = """
struct Inner { char kind; double scale; };
struct Box { int count; Inner inner; short steps[3]; const float* x; };
extern "C" __global__ void k(Box box, double* y) {
    int i = threadIdx.x;
    if (i < box.count) y[i] = box.x[i] * box.inner.scale + box.steps[i % 3] + box.inner.kind;
}
"""
INNER = np.dtype([("kind", "i1"), ("scale", "f8")], align=True)
BOX = np.dtype([("count", "i4"), ("inner", INNER), ("steps", "i2", 3), ("x", "u8")], align=True)
X = np.linspace(-2, 2, 32).astype(np.float32)
EXPECTED = X.astype(float) * 2.5 + np.resize([10, 20, -30], 32) + 7


def box() -> np.ndarray:
    found = np.zeros((), BOX)
    found["count"], found["inner"], found["steps"] = 32, (7, 2.5), (10, 20, -30)
    return found


def test_a_struct_points_to_an_array() -> None:
    given = Packed(box().tobytes(), ((BOX.fields["x"][1], X),))  # type: ignore[index]
    run = emulate(ptx_of(TEXT), "k", [given, np.zeros(32)], 1, 32)
    assert run.findings == ()
    np.testing.assert_array_equal(run.outputs[1], EXPECTED)
    np.testing.assert_array_equal(run.outputs[0][0], X)


WITHOUT = TEXT.replace("const float* x;", "").replace("box.x[i]", "i")


@pytest.mark.parametrize("form", ["scalar", "array", "bytes"])
def test_a_struct_is_a_scalar_of_numpy_or_bytes(form: str) -> None:
    kind = np.dtype([(name, BOX.fields[name][0]) for name in ("count", "inner", "steps")], align=True)  # type: ignore[index]
    value = np.zeros((), kind)
    value["count"], value["inner"], value["steps"] = 32, (7, 2.5), (10, 20, -30)
    given = {"scalar": value[()], "array": value, "bytes": value.tobytes()}[form]
    run = emulate(ptx_of(WITHOUT), "k", [given, np.zeros(32)], 1, 32)
    np.testing.assert_array_equal(run.outputs[1], np.arange(32) * 2.5 + np.resize([10, 20, -30], 32) + 7)
    assert run.outputs[0] is None


def test_a_struct_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="argument 0 has 64 bytes, and the kernel's parameter 32"):
        emulate(ptx_of(WITHOUT), "k", [np.zeros((), [("all", "u1", 64)]), np.zeros(32)], 1, 32)
    with pytest.raises(ValueError, match="argument 0 has 64 bytes"):
        emulate(ptx_of(WITHOUT), "k", [struct.pack("64x"), np.zeros(32)], 1, 32)


COPY = "y[threadIdx.x] = x[threadIdx.x];"
APART = [
    ("float", COPY, "f8", "8 bytes (float64), and no access is of that: all are of 4"),
    ("double", COPY, "f4", "4 bytes (float32), and no access is of that: all are of 8"),
    ("short", COPY, "i4", "4 bytes (int32), and no access is of that: all are of 2"),
    ("float2", COPY, "f8", ""),
    ("float4", COPY, "f4", ""),
    ("double2", COPY, "f8", ""),
    ("__half2", COPY, "f2", ""),
    ("float", "memcpy(y + threadIdx.x, x + threadIdx.x, 4);", "f8", ""),
    ("Mixed", COPY, "f8", ""),
    ("float", "", "f8", ""),
    ("float", COPY, "u1", ""),
]


@pytest.mark.parametrize(("kind", "body", "given", "said"), APART)
def test_elements_of_a_width_that_no_access_has_are_noted(kind: str, body: str, given: str, said: str) -> None:
    head = "struct Mixed { int a; float b; double c; }; struct alignas(4) __half2 { short a, b; };\n"
    text = f'{head}extern "C" __global__ void k(const {kind}* x, {kind}* y) {{ {body} }}'
    found = emulate(ptx_of(text), "k", [np.zeros(256, given), np.zeros(256, given)], 1, 4)
    assert found.notes == ((f"argument 0 has elements of {said}", f"argument 1 has elements of {said}") if said else ())


def test_a_block_is_no_larger_than_the_kernel_is_compiled_for() -> None:
    text = 'extern "C" __global__ void __launch_bounds__(128, 2) k(int* y) { y[threadIdx.x] = 1; }'
    assert (most_threads(ptx_of(text), "k"), most_threads(ptx_of(WITHOUT), "k")) == (128, 0)
    assert emulate(ptx_of(text), "k", [np.zeros(128, np.int32)], 1, 128).outputs[0].all()
    with pytest.raises(ValueError, match="a block of 129 threads: k is compiled for 128 at most"):
        emulate(ptx_of(text), "k", [np.zeros(129, np.int32)], 1, 129)


@pytest.mark.parametrize(
    ("head", "most"), [("k", 0), ("k()", 0), ("k .maxntid 0x20, 2, 1", 64), ("k() .reqntid 32", 32)]
)
def test_the_limit_of_a_block_is_read_as_it_is_written(head: str, most: int) -> None:
    text = f".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry {head}\n{{\nret;\n}}\n"
    assert most_threads(text, "k") == most


@pytest.mark.parametrize(("given", "kind"), [(-1, "s64"), (np.int32(-1), "s64"), (np.int8(-1), "s64"), (True, "s64")])
def test_a_number_is_converted_as_c_converts_it(given: object, kind: str) -> None:
    (found,) = _stored(given, kind).view(np.int64)
    assert found == int(given)  # type: ignore[call-overload]


@pytest.mark.parametrize("given", [0.5, np.float32(0.5), np.float16(0.5), np.array(0.5, np.float32)])
def test_a_float_is_converted_as_c_converts_it(given: object) -> None:
    assert _stored(given, "f64").view(np.float64)[0] == 0.5


def test_an_array_without_dimensions_is_a_number() -> None:
    assert _stored(np.array(2, np.int32), "f64").view(np.float64)[0] == 2.0
    with pytest.raises(ValueError, match=r"argument 1 is 2\.5, and the kernel's parameter an integer"):
        _stored(np.array(2.5, np.float32), "u64")


@pytest.mark.parametrize("given", [2.5, 2])
def test_a_struct_takes_no_number(given: float) -> None:
    with pytest.raises(
        ValueError, match=f"argument 0 is the number {given}, and the kernel's parameter a struct of 32"
    ):
        emulate(ptx_of(WITHOUT), "k", [given, np.zeros(32)], 1, 32)


def test_a_complex_number_is_none() -> None:
    with pytest.raises(ValueError, match="argument 1 is neither an array nor a number"):
        _stored(np.complex64(1), "f64")


def test_an_integer_parameter_takes_no_float() -> None:
    with pytest.raises(ValueError, match=r"argument 1 is 2.5, and the kernel's parameter an integer \(u64\)"):
        _stored(2.5, "u64")


def _stored(given: object, kind: str) -> np.ndarray:
    """What a kernel stores of an argument of eight bytes."""
    text = (
        f".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 y, .param .{kind} n)\n{{\n"
        ".reg .b64 %rd<3>;\nld.param.u64 %rd1, [y];\nld.param.b64 %rd2, [n];\nst.global.b64 [%rd1], %rd2;\nret;\n}\n"
    )
    found = emulate(text, "k", [np.zeros(1, np.uint64), given], 1, 1).outputs[0]
    assert found is not None
    return found
