"""How long code runs without a branch."""

from __future__ import annotations

import pytest

from generator.verification.launching.straight_code import longest_block
from generator.verification.tiers import compile_tier
from generator.verification.tiers.compile_tier import check_compile


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("", 0),
        ("a = b;\n  // c;\n\n  c = d;\n", 2),
        ("a = b;\nif (c) {\nd = e;\nf = g;\n}\nh = i;\n", 2),
        ("a = b;\ngoto label0;\nc = d;\nlabel0:;\ne = f;\n", 1),
    ],
)
def test_the_longest_run_is_counted(text: str, longest: int) -> None:
    assert longest_block(text) == longest


def test_a_text_of_a_long_block_is_optimised(monkeypatch: pytest.MonkeyPatch) -> None:
    modes: dict[str, set[bool]] = {}

    def compile_cuda(source: str, arch: int, *, debug: bool) -> bytes:
        for name in ("short", "long"):
            if f"{name}_kernel_forward" in source:
                modes.setdefault(name, set()).add(debug)
        return b""

    monkeypatch.setattr(compile_tier, "compile_cuda", compile_cuda)
    head = 'extern "C" __global__ void {}_kernel_forward(\n    float* a)\n{{\n'
    texts = [head.format("short") + "*a = 1.0f;\n}\n", head.format("long") + "*a += 1.0f;\n" * 4_001 + "}\n"]
    check_compile(texts)
    assert modes == {"short": {True}, "long": {False}}
