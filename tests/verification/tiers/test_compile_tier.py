"""The compile tier takes the texts as they are, and says which of them is at fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.warp_backend import Lowered, compile_cuda, lower, module_header, program
from generator.verification.launching.translation_unit import by_reference, entry_points
from generator.verification.tiers import compile_tier
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu, instructions_of
from generator.verification.tiers.tiers import Item, verify
from tests.verification.sample_kernels import SAMPLES

NAMES = ("polynomial", "structs", "vectors", "rotations")


@pytest.fixture(scope="module")
def texts() -> dict[str, Lowered]:
    found = {}
    for name in NAMES:
        with program(SAMPLES[name][0]) as opened:
            found[name] = lower(opened.kernel, cpu=True)
    return found


def test_both_architectures_make_ptx(texts: dict[str, Lowered]) -> None:
    columns = [text for lowered in texts.values() for text in (lowered.cuda_forward, lowered.cuda_backward)]
    for result in check_compile(columns):
        assert result.passed
        assert set(result.ptx_instructions) == set(ARCHITECTURES)
        assert all(size > 20 for size in result.ptx_instructions.values())


def test_a_call_takes_no_more_than_so_many_characters(
    texts: dict[str, Lowered], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = [text for lowered in texts.values() for text in (lowered.cuda_forward, lowered.cuda_backward)]
    together = check_compile(columns, ["sm_80"])
    most = sum(map(len, columns)) // 3
    calls: list[int] = []

    def recorded(source: str, arch: int, **options: bool) -> bytes:
        calls.append(len(source))
        return compile_cuda(source, arch, **options)

    monkeypatch.setattr(compile_tier, "compile_cuda", recorded)
    assert check_compile(columns, ["sm_80"], characters=most) == together
    names = 100 * len(columns)  # what each text gets to stand beside others
    assert len(calls) >= 3 and max(calls) <= len(module_header("cuda", "")) + max(most, *map(len, columns)) + names


def test_instructions_are_counted_without_directives_and_declarations() -> None:
    ptx = """
.visible .entry first(
	.param .u64 first_param_0
)
{
	.local .align 8 .b8 	__local_depot0[8];
	.reg .pred 	%p<2>;
	.loc	1 5 0
	ld.param.u64 	%rd1, [first_param_0];
$L__tmp0:
	@%p1 bra 	$L__BB0_2;
	{
	.reg .b32 temp_param_reg;
	.param .b64 param0;
	call.uni (retval0),
	f,
	(
	param0
	);
	}
	{
	.reg .b16 %temp;
	mov.b32 	{%temp, %rs1}, %r1;
	}
	ret;

}
"""
    assert instructions_of(ptx) == {"first": 5}


def test_the_same_names_may_occur_in_many_rows(texts: dict[str, Lowered]) -> None:
    assert all(result.passed for result in check_compile([texts["structs"].cuda_backward] * 3, ["sm_80"]))
    assert all(result.passed for result in check_compile_cpu([texts["structs"].cpp_backward] * 3))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            ";",
            "",
        ),
        ("wp::vec_t<3, wp::float32>", "wp::vec_t<3>"),
        ("var_0 =", "var_99 ="),
        ("wp::", "wq::"),
    ],
)
def test_a_broken_text_is_named_among_sound_ones(texts: dict[str, Lowered], old: str, new: str) -> None:
    columns = [lowered.cuda_forward for lowered in texts.values()]
    columns[2] = columns[2].replace(old, new, 1)
    results = check_compile(columns, ["sm_90"])
    assert [result.passed for result in results] == [True, True, False, True]
    assert results[2].error.startswith("sm_90: kernel.cu(")
    assert "error" in results[2].error


def test_a_broken_cpu_text_is_named(texts: dict[str, Lowered]) -> None:
    columns = [lowered.cpp_backward for lowered in texts.values()]
    columns[0] = columns[0].replace("wp::mul", "wp::multiply", 1)
    results = check_compile_cpu(columns)
    assert [result.passed for result in results] == [False, True, True, True]
    assert "multiply" in results[0].error


def test_a_truncated_or_empty_column_fails(texts: dict[str, Lowered]) -> None:
    text = texts["vectors"].cuda_forward
    for broken in (text[: len(text) // 2], text.replace("__global__ ", ""), "// nothing\n"):
        assert not check_compile([broken], ["sm_80"])[0].passed


def test_verify_says_which_column_does_not_compile(texts: dict[str, Lowered]) -> None:
    source, launch = SAMPLES["vectors"]
    broken = replace(texts["vectors"], cuda_backward=texts["vectors"].cuda_backward.replace("adj_dot", "adj_dott"))
    sound, bad = verify([Item(source, launch, texts["vectors"]), Item(source, launch, broken)], ("codegen", "compile"))
    assert sound.passed == ("codegen", "compile")
    assert bad.passed == ("codegen",)
    assert bad.failed["compile"].startswith("cuda_backward: sm_80")


def test_by_reference_changes_the_list_of_arguments_alone(texts: dict[str, Lowered]) -> None:
    for lowered in texts.values():
        for text in (lowered.cuda_forward, lowered.cuda_backward):
            changed = by_reference(text)
            (before,), (after,) = entry_points(text), entry_points(changed)
            assert after.parameters == tuple((f"{kind}&", name) for kind, name in before.parameters)
            different = [
                pair for pair in zip(text.split("\n"), changed.split("\n"), strict=True) if len(set(pair)) == 2
            ]
            assert len(different) == len(before.parameters) + 1
            assert all(new.replace("& ", " ") == old for old, new in different)


def test_entry_points_have_their_parameters(texts: dict[str, Lowered]) -> None:
    (entry,) = entry_points(texts["structs"].cuda_forward)
    assert entry.name == "structs_cuda_kernel_forward"
    assert entry.bounds == "wp::launch_bounds_t<1>"
    assert entry.parameters[0] == ("wp::array_t<wp::vec_t<3, wp::float32>>", "var_pos")
    assert entry.parameters[2] == ("wp::float32", "var_stiffness")
