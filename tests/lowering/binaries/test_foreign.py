"""Foreign CUDA is compiled in a child, to the same PTX, and reads nothing of the machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.native_text import safe_to_compile
from generator.lowering.binaries.foreign import compiler_child, foreign_cpu_error, foreign_ptx
from generator.lowering.binaries.ptx import ptx_of
from generator.lowering.warp_backend import CompileError, lower, program

SOURCE = '''import warp as wp


@wp.kernel
def scale(a: wp.array(dtype=wp.float32), b: wp.array(dtype=wp.float32)):
    """It's "quoted" # and more."""
    i = wp.tid()
    b[i] = a[i] * 2.0  # twice, as #include says
'''


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with compiler_child() as opened:
        yield opened


def test_a_rows_text_gives_the_same_code_in_the_child(child: Child) -> None:
    with program(SOURCE) as opened:
        code = lower(opened.kernel)
    for text in (code.cuda_forward, code.cuda_backward, code.cpp_forward, code.cpp_backward):
        assert safe_to_compile(text) == ""
    assert foreign_ptx(child, code.cuda_forward) == ptx_of(code.cuda_forward)
    assert foreign_cpu_error(child, code.cpp_forward) == ""
    assert "nonsense" in foreign_cpu_error(child, "nonsense;" + code.cpp_forward)


def test_an_include_is_refused_before_and_in_the_child(child: Child) -> None:
    text = '#include "/etc/passwd"\nextern "C" __global__ void k() {}\n'
    with pytest.raises(CompileError, match="a preprocessor directive in native code"):
        foreign_ptx(child, text)
    answer = child.call("generator.lowering.binaries.foreign:compile_ptx", [text, "sm_90"], Limits())
    assert "cannot open source file" in answer["error"] and "root:" not in answer["error"]


def test_a_compiler_without_end_costs_its_text_alone(child: Child) -> None:
    body = "template<int n> struct A { static constexpr int v = A<n - 1>::v + A<n - 2>::v + sizeof(A<n-1>[n]); };\n"
    endless = "constexpr int f(int n) { int s = 0; for (long i = 0; i < 1000000000000; ++i) s += n; return s; }\n"
    text = (
        body + endless + 'extern "C" __global__ void k(int* a) { constexpr int v = f(1); a[0] = v + A<100000>::v; }\n'
    )
    with pytest.raises(CompileError):
        foreign_ptx(child, text, limits=Limits(seconds=2))
    with pytest.raises(ChildFailed, match=r"ran longer than 0\.05 s"):
        child.call("generator.lowering.binaries.foreign:compile_ptx", [text, "sm_90"], Limits(seconds=0.05))
