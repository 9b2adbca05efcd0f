"""Which threads and bytes a finding names: of shared and local memory also far outside, and by generic addresses."""

import numpy as np
import pytest

from generator.emulation import Empty, Recording, Run, emulate
from generator.lowering.binaries.cuda_tools import ToolMissing
from generator.lowering.binaries.device_program import device_program_ptx
from generator.lowering.warp_backend import CompileError
from tests.emulation.device_code import ptx_of

WRITES = "__shared__ float s[64]; s[threadIdx.x] = 1.0f;"
READS = "__shared__ float s[64]; if (threadIdx.x < 64) s[threadIdx.x] = 1.0f; __syncthreads(); y[threadIdx.x] = "


def run(body: str, block: int, grid: int = 1) -> Run:
    text = f'extern "C" __global__ void k(float* y, int zero) {{ {body} }}'
    return emulate(ptx_of(text), "k", [Empty((1024,), "f4"), np.int32(0)], grid, block)


@pytest.mark.parametrize("grid", [1, 3])
@pytest.mark.parametrize("block", [96, 128, 160, 200, 1024])
def test_all_threads_outside_are_in_the_finding_however_far(block: int, grid: int) -> None:
    (finding,) = run(WRITES + " y[0] = s[zero];", block, grid).findings[:1]
    assert (finding.kind, finding.count) == ("out_of_bounds", (block - 64) * grid)
    assert [each.thread for each in finding.threads] == list(range(64, 72))
    assert finding.addresses == tuple(range(256, 288, 4)) and finding.name.endswith("s")


@pytest.mark.parametrize(
    ("read", "first", "addresses"),
    [
        ("s[(int)threadIdx.x - 1];", 0, (-4,)),
        ("s[63 - (int)threadIdx.x];", 64, tuple(range(-4, -36, -4))),
        ("s[(int)threadIdx.x - 100000];", 0, tuple(range(-400_000, -399_968, 4))),
        ("s[threadIdx.x + 100000];", 0, tuple(range(400_000, 400_032, 4))),
    ],
)
def test_bytes_before_a_variable_are_below_zero(read: str, first: int, addresses: tuple[int, ...]) -> None:
    block = 65 if len(addresses) == 1 else 200
    (finding,) = [each for each in run(READS + read, block).findings if each.kind == "out_of_bounds"]
    assert finding.threads[0].thread == first and finding.addresses == addresses


def test_a_place_between_two_variables_is_told_from_the_nearer_one() -> None:
    body = "__shared__ float a[64], b[64]; a[threadIdx.x] = b[threadIdx.x] = 1.0f; y[0] = {}[(int)zero + {}];"
    for name, index, byte in (("a", 66, 264), ("b", -2, -8), ("b", 64, 256), ("a", -1, -4)):
        (finding,) = run(body.format(name, index), 64).findings[:1]
        assert (finding.name[-1], finding.addresses[0]) == (name, byte)


def test_a_local_array_far_outside() -> None:
    body = (
        "float a[8]; for (int i = 0; i < 8; ++i) a[(i + zero) & 7] = 1.0f; y[threadIdx.x] = a[(int)threadIdx.x - 99];"
    )
    (finding,) = [each for each in run(body, 32).findings if each.kind == "out_of_bounds"]
    assert finding.count == 32 and finding.addresses == tuple(range(-396, -364, 4))


GENERIC = "__device__ __noinline__ void put(float* p, float v) { *p = v; }\n"


@pytest.mark.parametrize("grid", [1, 2])
@pytest.mark.parametrize("outside", [0, 100])
def test_generic_addresses_of_shared_memory(grid: int, outside: int) -> None:
    """In a launch of one block as in one of several, and on both sides of a variable."""
    text = GENERIC + (
        'extern "C" __global__ void k(float* y, int out) { __shared__ float s[64]; float* mine = &y[64 * blockIdx.x];'
        " put(threadIdx.x & 1 ? &s[threadIdx.x] : &mine[threadIdx.x], 1.0f); put(&s[(int)threadIdx.x - out], 2.0f); }"
    )
    found = emulate(ptx_of(text), "k", [Empty((64 * grid,), "f4"), np.int32(outside)], grid, 64).findings
    assert [(each.kind, each.space, each.count) for each in found] == (
        [("out_of_bounds", "shared", 64 * grid)] if outside else []
    )
    assert all(each.addresses == tuple(range(-400, -368, 4)) for each in found)


def test_one_thread_prints_a_text() -> None:
    assert run('printf("%d %s", zero, "abc");', 1).printed == ("0 abc",)


def test_texts_are_those_of_c() -> None:
    """As glibc prints them; a sign that begins no conversion stands as it is."""
    calls = {
        'printf("done 100%\\n")': "done 100%\n",
        'printf("50%")': "50%",
        'printf("%d%% %5.2f|%-4d|%+d|%05d", zero + 7, 1.5, 3, 4, -5)': "7%  1.50|3   |+4|-0005",
        'printf("%x %X %#x %#o %u", 255, 255, 255, 8, 0xffffffffu)': "ff FF 0xff 010 4294967295",
        'printf("%lld %zu %jd %td %d", -(1ll << 40), (size_t)5, 6ll, 7ll, 8)': f"{-(2**40)} 5 6 7 8",
        'printf("%hhd %hd %c|%3c|%*d|%.*f", 257, 65537, 65, 66, 5, 42, 1, 2.25)': "1 1 A|  B|   42|2.2",
        'printf("%.*f|%-6d|%*d|%.*d", -1, 2.0, 3, -6, 4, -2, 5)': "2.000000|3     |4     |5",
        'printf("%a %a %g %e", 0.0, -0.75, 1e-9, 12345.678)': "0x0p+0 -0x1.8p-1 1e-09 1.234568e+04",
        'printf("%p|%y|%5s", (void*)0, "ab")': "(nil)|%y|   ab",
        'printf("%#x %#o %+x|%05.3d|%.0d|%05f|%.1a", zero, 0, 5, 5, 0, 1 / 0.0, 1.0)': "0 0 5|  005||  inf|0x1.0p+0",
        'printf("%2000000000d|%.*f", 2000000000, 0.5)': f"%2000000000d|{0.5:.9999f}",
    }
    assert run("; ".join(calls) + ";", 1).printed == tuple(calls.values())


def test_a_failed_assertion_of_a_file_ends_the_launch() -> None:
    """Warp's release mode drops assertions, and those of its headers stay dropped."""
    ptx = device_program_ptx('extern "C" __global__ void k() { assert(threadIdx.x < 3); }', "k.cu")
    assert emulate(ptx, "k", [], 1, 3).traps == ()
    assert emulate(ptx, "k", [], 1, 4).traps == ("assertion 'threadIdx.x < 3' does not hold",)
    headers = '#include "builtin.h"\nextern "C" __global__ void k(wp::array_t<int> x) { wp::address(x, 9)[0] = 1; }'
    assert "__assertfail" not in device_program_ptx(headers, "k.cu")


def test_common_headers_of_cuda_and_c_may_be_included() -> None:
    """Where a line stands instead of another, findings still name their lines."""
    includes = '#include <cuda_runtime.h>\n# include<cstdint> // types\n#include "float.h"\r\n'
    text = includes + 'extern "C" __global__ void k(float* y, uint32_t n) { y[threadIdx.x] = -FLT_MAX; }'
    found = emulate(device_program_ptx(text, "k.cu"), "k", [np.zeros(1, "f4"), 1], 1, 2)
    assert found.outputs[0][0] == np.finfo("f4").min
    assert [(each.kind, each.source) for each in found.findings] == [("out_of_bounds", "k.cu:4")]


def test_half_types_come_with_the_toolkit(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        '#include <cuda_fp16.h>\n#include "cuda_bf16.h"\nextern "C" __global__ void k(__half2* x, __nv_bfloat16* y)'
        " { *x = __hfma2(*x, *x, *x); *y = *y * __float2bfloat16(3.0f); }"
    )
    args = [np.array([1.5, -3], "f2"), np.array([0x3FC0], "u2")]  # 1.5 in bfloat16
    x, y = emulate(device_program_ptx(text, "k.cu"), "k", args, 1, 1).outputs
    assert x.tolist() == [3.75, 6] and y.tolist() == [0x4090]  # 4.5
    for path in ("/cuda_bf16.h", "../include/cuda_bf16.h"):
        with pytest.raises(CompileError, match=r"^line 2: an include of something else"):
            device_program_ptx(text.replace("cuda_bf16.h", path), "k.cu")
    monkeypatch.setattr("generator.lowering.binaries.device_program.find_tool", _missing)
    with pytest.raises(
        CompileError, match=r'"__half2" is undefined \(without cuda_bf16.h, cuda_fp16.h; nvcc is not installed'
    ):
        device_program_ptx(text, "k.cu")


def test_what_kernels_take_from_the_hosts_library_is_there() -> None:
    text = (
        "#include <algorithm>\n#include <limits>\n#include <thrust/device_vector.h>\nusing namespace std;\n"
        "void fill(thrust::device_vector<int>& x) { thrust::fill(x.begin(), x.end(), 1); }\n"
        'extern "C" __global__ void k(float* x, int* y) { std::swap(x[0], x[1]); x[2] = std::sqrt(std::max(x[0], 1.f));'
        " x[3] = -std::numeric_limits<float>::infinity(); x[4] = std::numeric_limits<float>::lowest();"
        " y[0] = std::numeric_limits<int>::min(); y[1] = std::numeric_limits<unsigned short>::max(); }"
    )
    args = [np.array([2, 16, 0, 0, 0], "f4"), np.zeros(2, "i4")]
    x, y = emulate(device_program_ptx(text, "k.cu"), "k", args, 1, 1).outputs
    assert x.tolist() == [16, 2, 4, -np.inf, np.finfo("f4").min] and y.tolist() == [-(2**31), 65535]


def test_a_function_that_lacks_its_device_mark_is_called_one_of_the_host() -> None:
    text = 'float twice(float x) { return 2 * x; }\nextern "C" __global__ void k(float* x) { *x = twice(*x); }'
    with pytest.raises(CompileError, match=r'\(2\): .* "twice" is undefined: it is a function of the host'):
        device_program_ptx(text, "k.cu")


def _missing(name: str) -> None:
    raise ToolMissing(f"{name} is not installed")


def test_a_map_counts_both_cells_of_an_access_that_lies_in_two() -> None:
    """321 numbers have 214 cells of six bytes: the second number lies in bytes 4 to 7."""
    recording = Recording()
    text = ptx_of('extern "C" __global__ void k(const volatile float* x) { float y = x[1]; }')
    emulate(text, "k", [np.zeros(321, np.float32)], 1, 1, recording=recording)
    assert [(each.offset, each.reads) for each in recording.memory[0].cells] == [(0, 1), (6, 1)]


ONE_ADDRESS = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 y)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<6>;
    .shared .align 4 .b8 s[4];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    st.shared.u32 [s], %r2;
    mov.u64 %rd1, s;
    cvta.shared.u64 %rd2, %rd1;
    ld.u32 %r3, [%rd2];
    ld.param.u64 %rd3, [y];
    mul.wide.u32 %rd4, %r2, 4;
    add.s64 %rd5, %rd3, %rd4;
    st.global.u32 [%rd5], %r3;
    ret;
}
"""


def test_one_generic_address_is_another_place_in_each_block() -> None:
    found = emulate(ONE_ADDRESS, "k", [Empty((3,), "u4")], 3, 1)
    assert found.findings == () and found.outputs[0].tolist() == [0, 1, 2]
