"""Compiles collected rows in a sandboxed child, for the tier and then for their PTX columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.escaping import one_line
from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.native_text import safe_to_compile
from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.binaries.ptx_sass_columns import column
from generator.lowering.warp_backend import CompileError
from generator.production.collecting.stages.straight_code import longest_block
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu

ENTRY = "generator.production.collecting.stages.compiling:compile_texts"

CHECK, CPU = "check", "cpu"
"""Jobs of the tier: compile CUDA, compile C++; a job named by an architecture makes a PTX column."""

LETTERS = {CHECK: 4_000_000, CPU: 4_000_000, **dict.fromkeys(ARCHITECTURES, 2_000_000)}
"""Job -> most letters of the texts of one call, unless a single one is longer."""

AT_ONCE = 1_000_000
"""Letters that NVRTC compiles at a time, shared parts once: with half as many it takes a tenth longer."""

LONGEST = {CHECK: 6_000_000, CPU: 6_000_000, **dict.fromkeys(ARCHITECTURES, 1_500_000)}
"""Job -> longest text, in letters: a million takes NVRTC 3 s without its optimiser, 20 s with it."""

LONGEST_BLOCK = 3_000
"""Most statements without a branch in a text for NVRTC: with fewer it took at most 3 s (without its optimiser), with
3,574 it took 25 s, with 6,575 over 280 s. Such texts are stencils that Warp unrolled: 3 of 100 real kernels."""

LIMITS = Limits(seconds=600.0, memory_bytes=12 << 30, file_bytes=1 << 30, result_bytes=1 << 30)
"""Bounds of one call: about forty kernels, of which the largest take NVRTC half a minute."""

WORDS = 300
"""Longest reason that is kept, in letters."""

DIRECTIONS = ("forward", "backward")

Outcome = dict[str, Any]
"""``{"error": why}``, or what a job gives: ``instructions`` by architecture, ``ptx``, or nothing."""


def compiling_child() -> Child:
    """A child for ``compile_rows`` and ``add_ptx``; a context manager."""
    return Child(modules=[ENTRY.partition(":")[0]])


def compile_rows(child: Child, rows: Sequence[Mapping[str, Any]], limits: Limits = LIMITS) -> list[dict[str, Any]]:
    """Raw rows with ``ptx_instructions`` and tier ``compile``, or ``not_verified`` where one does not compile.

    A text that crashes a compiler costs only its own row.
    """
    cuda = _compiled(child, _texts(rows, "cuda"), CHECK, limits)
    cpp = _compiled(child, _texts(rows, "cpp"), CPU, limits)
    return [_with_tier(row, cuda, cpp) for row in rows]


def add_ptx(child: Child, rows: Sequence[Mapping[str, Any]], limits: Limits = LIMITS) -> list[dict[str, Any]]:
    """Rows with their PTX columns; a column is empty where NVRTC's optimiser fails or crashes on the text."""
    made = {arch: _compiled(child, _texts(rows, "cuda"), arch, limits) for arch in ARCHITECTURES}
    found = []
    for row in rows:
        code = dict(row["code"])
        for way in DIRECTIONS:
            cuda = code.get(f"cuda_{way}")
            for arch in ARCHITECTURES:
                code[column("ptx", way, arch)] = made[arch][cuda].get("ptx", "") if cuda else ""
        found.append({**row, "code": code})
    return found


def compile_texts(argument: Mapping[str, Any]) -> list[Outcome]:
    """Do the ``job`` on each of ``texts``, in the child."""
    texts, job = argument["texts"], argument["job"]
    if job == CHECK:
        return [
            {"error": one.error} if one.error else one.ptx_instructions
            for one in check_compile(texts, characters=AT_ONCE)
        ]
    if job == CPU:
        return [{"error": one.error} if one.error else {} for one in check_compile_cpu(texts)]
    results = ptx_batch(texts, job)
    return [{"error": _first_error(one)} if isinstance(one, CompileError) else {"ptx": one} for one in results]


def _texts(rows: Sequence[Mapping[str, Any]], kind: str) -> list[str]:
    texts = [text for row in rows for way in DIRECTIONS if (text := row["code"].get(f"{kind}_{way}"))]
    return list(dict.fromkeys(texts))


def _first_error(error: CompileError) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "no reason given")


def _with_tier(row: Mapping[str, Any], cuda: Mapping[str, Outcome], cpp: Mapping[str, Outcome]) -> dict[str, Any]:
    counts, failed = [], []
    for way in DIRECTIONS:
        for name, made in ((f"cuda_{way}", cuda), (f"cpp_{way}", cpp)):
            outcome = made[text] if (text := row["code"].get(name)) else {}
            if "error" in outcome:
                failed.append(f"{name}: {outcome['error']}")
                continue
            counts += [{"column": name, "arch": arch, "instructions": n} for arch, n in outcome.items()]
    if failed:
        return {**row, "tiers": ["codegen"], "not_verified": f"compile: {one_line(failed[0], WORDS)}"}
    counts.sort(key=lambda each: (each["column"], each["arch"]))
    return {**row, "tiers": ["codegen", "compile"], "ptx_instructions": counts, "not_verified": ""}


def _compiled(child: Child, texts: Sequence[str], job: str, limits: Limits) -> dict[str, Outcome]:
    """Text -> outcome of the job; a text that could make a compiler read files is not given to it."""
    found: dict[str, Outcome] = {}
    for text in texts:
        if reason := _refusal(text, job):
            found[text] = {"error": reason}
    for chunk in _chunks([text for text in texts if text not in found], LETTERS[job]):
        found |= zip(chunk, _answers(child, chunk, job, limits), strict=True)
    return found


def _refusal(text: str, job: str) -> str:
    if len(text) > LONGEST[job]:
        return f"{len(text):,} letters: more than {LONGEST[job]:,} are not compiled"
    if job != CPU and (block := longest_block(text)) > LONGEST_BLOCK:
        return f"{block:,} statements without a branch: more than {LONGEST_BLOCK:,} are not compiled"
    return safe_to_compile(text)


def _chunks(texts: Sequence[str], most: int) -> Iterator[list[str]]:
    chunk: list[str] = []
    letters = 0
    for text in texts:
        if chunk and letters + len(text) > most:
            yield chunk
            chunk, letters = [], 0
        chunk.append(text)
        letters += len(text)
    if chunk:
        yield chunk


def _answers(child: Child, texts: Sequence[str], job: str, limits: Limits) -> list[Outcome]:
    """Outcomes of some texts; where their process fails, each half is done in a process of its own."""
    try:
        return _checked(child.call(ENTRY, {"texts": list(texts), "job": job}, limits), len(texts))
    except ChildFailed as error:
        if len(texts) == 1:
            return [{"error": f"its compiler {error}"}]
    middle = len(texts) // 2
    return _answers(child, texts[:middle], job, limits) + _answers(child, texts[middle:], job, limits)


def _checked(answer: Any, count: int) -> list[Outcome]:
    """The answer, checked, as a text may control its compiler; ChildFailed where it is no list of outcomes."""
    if not isinstance(answer, list) or len(answer) != count:
        raise ChildFailed("answered with what is no outcome")
    if not all(isinstance(entry, dict) and _is_outcome(entry) for entry in answer):
        raise ChildFailed("answered with what is no outcome")
    return answer


def _is_outcome(entry: Mapping[Any, Any]) -> bool:
    if entry.keys() in ({"ptx"}, {"error"}):
        return all(isinstance(value, str) for value in entry.values())
    return entry.keys() <= set(ARCHITECTURES) and all(type(value) is int for value in entry.values())
