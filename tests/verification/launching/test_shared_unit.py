"""What texts define alike is compiled once, and what a compiler refuses of one text it refuses beside others."""

from __future__ import annotations

import pytest

from generator.lowering.warp_backend import CompileError, Lowered, compile_cpu, lower, module_header, program
from generator.verification.launching.host_build import host_batch, host_unit
from generator.verification.launching.shared_unit import definitions, letters_of, shared_unit
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu

SOURCE = """import warp as wp
{lines}
@wp.struct
class Pair:
    a: wp.float32
    b: wp.float32

@wp.func
def mixed(p: Pair, x: wp.float32):
    return p.a * x + {constant} * p.b

@wp.func
def bent(p: Pair, x: wp.float32):
    return wp.sin(mixed(p, x))

@wp.kernel
def kernel(p: Pair, xs: wp.array(dtype=wp.float32), out: wp.array(dtype=wp.float32)):
    i = wp.tid()
    out[i] = {value}
"""


def lowered(value: str, constant: str = "2.0", lines: str = "") -> Lowered:
    with program(SOURCE.format(value=value, constant=constant, lines=lines)) as opened:
        return lower(opened.kernel, cpu=True)


@pytest.fixture(scope="module")
def kernels() -> list[Lowered]:
    """Two that call the same functions, whose lines have other numbers, and one that calls others of the same name."""
    return [lowered("bent(p, xs[i])"), lowered("bent(p, xs[i]) + 1.0", lines="\n\n"), lowered("bent(p, xs[i])", "3.0")]


@pytest.mark.parametrize("column", ["cuda_forward", "cuda_backward", "cpp_backward"])
def test_what_kernels_define_alike_stands_once(kernels: list[Lowered], column: str) -> None:
    texts = [getattr(kernel, column) for kernel in kernels]
    whole = shared_unit("", texts)
    pairs = len({definitions(text)[0][0] for text in texts})
    assert whole.count("struct Pair") == pairs
    assert whole.count(" mixed_0(\n") == whole.count(" bent_0(\n") == 2
    held: set[str] = set()
    first, second, _ = (letters_of(text, held) for text in texts)
    assert second < first <= len(texts[0])


def test_each_text_counts_as_if_it_were_alone(kernels: list[Lowered]) -> None:
    for kind, check in (("cuda", check_compile), ("cpp", check_compile_cpu)):
        texts = [getattr(kernel, f"{kind}_{way}") for kernel in kernels for way in ("forward", "backward")]
        assert all(result.passed for result in check(texts))
        assert check(texts) == [result for text in texts for result in check([text])]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return", "retrun"),
        ("mixed_0(var_p", "mixed_1(var_p"),
        ("extern", "static CUDA_CALLABLE int bent_0(int x)\n{\n    return x;\n}\n\nextern"),
        ("extern", "struct Pair_of\n{\n    Missing value;\n};\n\nextern"),
    ],
)
def test_a_text_that_is_wrong_is_told_from_those_beside_it(kernels: list[Lowered], old: str, new: str) -> None:
    good = [kernel.cuda_forward for kernel in kernels]
    bad = good[0].replace(old, new, 1)
    assert bad != good[0]
    alone = check_compile([bad], ["sm_80"])[0].passed
    results = check_compile([good[0], bad, *good[1:]], ["sm_80"])
    assert [result.passed for result in results] == [True, alone, True, True]


def test_what_is_defined_twice_is_refused(kernels: list[Lowered]) -> None:
    text = kernels[0].cuda_forward
    found, rest = definitions(text)
    twice = "".join(definition.code for definition in (*found, found[-1])) + rest
    assert definitions(twice) == ((), twice)
    good, bad = check_compile([text, twice], ["sm_80"])
    assert good.passed and not bad.passed


@pytest.mark.parametrize("hiding", ["/* a comment\n// */", 'const char* s = R"(\n// )";', "// goes on \\\n"])
def test_a_text_with_what_hides_lines_is_left_as_it_is(kernels: list[Lowered], hiding: str) -> None:
    text = f"{hiding}\n{kernels[0].cuda_forward}"
    assert definitions(text) == ((), text)
    assert text in shared_unit(module_header("cuda"), [text])


def test_a_native_snippet_ends_wherever_its_brace_stands() -> None:
    source = """import warp as wp

@wp.func_native(snippet="return (uint64_t)xs.data;")
def address(xs: wp.array(dtype=wp.float32)) -> wp.uint64: ...

@wp.func
def offset(xs: wp.array(dtype=wp.float32)):
    return address(xs) + wp.uint64(4)

@wp.kernel
def {name}(xs: wp.array(dtype=wp.float32), out: wp.array(dtype=wp.uint64)):
    out[wp.tid()] = offset(xs)
"""
    texts = []
    for name in ("first", "second"):
        with program(source.format(name=name)) as opened:
            texts.append(lower(opened.kernel, cpu=True))
    found, _ = definitions(texts[0].cuda_forward)
    assert [definition.names for definition in found] == [("address_0",), ("offset_0",)]
    columns = [text.cpp_forward for text in texts]
    compile_cpu(shared_unit(module_header("cpu", columns[0]), columns))


def test_functions_of_a_row_are_compiled_once_for_the_cpu(kernels: list[Lowered]) -> None:
    texts = [kernels[0].cuda_forward, kernels[0].cuda_backward]
    assert sum(text.count(" mixed_0(\n") for text in texts) == 2
    assert host_unit(texts).count(" mixed_0(\n") == 1


def test_a_refused_definition_is_its_own_texts_fault(kernels: list[Lowered]) -> None:
    """Beside texts that share other definitions with it, and where the compiler speaks of none of the kernels."""
    good, other = kernels[0].cuda_forward, kernels[2].cuda_forward
    bad = good.replace("wp::sin(", "wp::no_such_function(")
    with host_batch([good, bad, other, bad]) as built:
        refused = [isinstance(each, CompileError) for each in built]
    assert refused == [False, True, False, True]
    assert "no_such_function" in str(built[1])
