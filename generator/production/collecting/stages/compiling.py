"""Collected rows are compiled: PTX for both architectures, and the C++ of the CPU, in a child that is shut in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.escaping import one_line
from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.native_text import safe_to_compile
from generator.lowering.binaries.ptx import ARCHITECTURES, ptx_batch
from generator.lowering.binaries.ptx_sass_columns import column
from generator.lowering.warp_backend import CompileError
from generator.verification.tiers.compile_tier import check_compile_cpu, instructions_of

ENTRY = "generator.production.collecting.stages.compiling:compile_texts"

CPU = "cpu"
"""Target of the C++ columns; those of the CUDA columns are architectures."""

LETTERS = 2_000_000
"""Letters of the texts of one call, unless a single one is longer: NVRTC takes 90 MB for a million."""

LONGEST = 1_500_000
"""Letters of the longest text that is compiled, the others say that they were not: NVRTC takes minutes for it."""

LIMITS = Limits(seconds=600.0, memory_bytes=12 << 30, file_bytes=1 << 30, result_bytes=1 << 30)
"""Bounds of one call: about forty kernels, of which the largest take NVRTC half a minute."""

WORDS = 300
"""Longest reason that is kept, in letters."""

DIRECTIONS = ("forward", "backward")

Outcome = dict[str, str]
"""``{"ptx": text}``, ``{"ptx": ""}`` for C++ that compiles, or ``{"error": why}``."""


def compiling_child() -> Child:
    """A child for ``compile_rows``; a context manager."""
    return Child(modules=[ENTRY.partition(":")[0]])


def compile_rows(child: Child, rows: Sequence[Mapping[str, Any]], limits: Limits = LIMITS) -> list[dict[str, Any]]:
    """Raw rows with PTX columns, ``ptx_instructions`` and tier ``compile``, or ``not_verified`` where one does not.

    ``ptx_instructions`` are those of the PTX that the row has. A text that a compiler does not survive costs its row.
    """
    targets = dict.fromkeys(ARCHITECTURES, "cuda") | {CPU: "cpp"}
    made: dict[str, dict[str, Outcome]] = {}
    for target, kind in targets.items():
        texts = [text for row in rows for way in DIRECTIONS if (text := row["code"].get(f"{kind}_{way}"))]
        made[target] = _compiled(child, list(dict.fromkeys(texts)), target, limits)
    return [_with_machine_code(row, made) for row in rows]


def compile_texts(argument: Mapping[str, Any]) -> list[Outcome]:
    """What the child runs: ``texts`` for ``target``, an architecture or the CPU."""
    texts, target = argument["texts"], argument["target"]
    if target == CPU:
        return [{"error": found.error} if found.error else {"ptx": ""} for found in check_compile_cpu(texts)]
    results = ptx_batch(texts, target)
    return [{"error": _first_error(one)} if isinstance(one, CompileError) else {"ptx": one} for one in results]


def _first_error(error: CompileError) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "no reason given")


def _with_machine_code(row: Mapping[str, Any], made: Mapping[str, Mapping[str, Outcome]]) -> dict[str, Any]:
    code = dict(row["code"])
    counts, failed = [], []
    for way in DIRECTIONS:
        cuda, cpp = code.get(f"cuda_{way}"), code.get(f"cpp_{way}")
        for arch in ARCHITECTURES:
            outcome = made[arch][cuda] if cuda else {"ptx": ""}
            code[column("ptx", way, arch)] = ptx = outcome.get("ptx", "")
            if "error" in outcome:
                failed.append(f"cuda_{way} for {arch}: {outcome['error']}")
            elif cuda:
                figure = sum(instructions_of(ptx).values())
                counts.append({"column": f"cuda_{way}", "arch": arch, "instructions": figure})
        if cpp and "error" in (outcome := made[CPU][cpp]):
            failed.append(f"cpp_{way}: {outcome['error']}")
    if failed:
        return {**row, "code": code, "tiers": ["codegen"], "not_verified": f"compile: {one_line(failed[0], WORDS)}"}
    counts.sort(key=lambda each: (each["column"], each["arch"]))
    return {**row, "code": code, "tiers": ["codegen", "compile"], "ptx_instructions": counts, "not_verified": ""}


def _compiled(child: Child, texts: Sequence[str], target: str, limits: Limits) -> dict[str, Outcome]:
    """What became of each text; no compiler sees one that could make it read files."""
    found: dict[str, Outcome] = {}
    for text in texts:
        if reason := _refusal(text):
            found[text] = {"error": reason}
    for chunk in _chunks([text for text in texts if text not in found]):
        found |= zip(chunk, _answers(child, chunk, target, limits), strict=True)
    return found


def _refusal(text: str) -> str:
    if len(text) > LONGEST:
        return f"{len(text):,} letters: more than {LONGEST:,} are not compiled"
    return safe_to_compile(text)


def _chunks(texts: Sequence[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    letters = 0
    for text in texts:
        if chunk and letters + len(text) > LETTERS:
            yield chunk
            chunk, letters = [], 0
        chunk.append(text)
        letters += len(text)
    if chunk:
        yield chunk


def _answers(child: Child, texts: Sequence[str], target: str, limits: Limits) -> list[Outcome]:
    """Outcomes of some texts; where their process fails, of each half in a process of its own."""
    try:
        return _checked(child.call(ENTRY, {"texts": list(texts), "target": target}, limits), len(texts))
    except ChildFailed as error:
        if len(texts) == 1:
            return [{"error": f"its compiler {error}"}]
    middle = len(texts) // 2
    return _answers(child, texts[:middle], target, limits) + _answers(child, texts[middle:], target, limits)


def _checked(answer: Any, count: int) -> list[Outcome]:
    """A compiler that a text has taken over can answer anything: what is no outcome counts as its failure."""
    if not isinstance(answer, list) or len(answer) != count:
        raise ChildFailed("answered with what is no outcome")
    for entry in answer:
        if not isinstance(entry, dict) or entry.keys() not in ({"ptx"}, {"error"}):
            raise ChildFailed("answered with what is no outcome")
        if not all(isinstance(value, str) for value in entry.values()):
            raise ChildFailed("answered with what is no outcome")
    return answer
