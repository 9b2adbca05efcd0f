"""PTX of a code column: NVRTC compiles ``module_header`` + text, and the result is cut to the text's entry points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.lowering.binaries.architectures import ARCHITECTURES, DEFAULT_ARCHITECTURE
from generator.lowering.binaries.ptx_text import Module, renumber
from generator.lowering.warp_backend import BLOCK_DIM, CompileError, compile_cuda, module_header

BATCH = 128
"""Most texts in one NVRTC call: they share the header, half of the work of a single text; a text takes a sixth less
among 80 than among 32."""
CHARACTERS = 400_000
"""Most characters of texts in one call, unless a single text is longer: NVRTC takes 280 MB, and 30 more for these."""

_ENTRY = re.compile(r"__global__ void (?:WP_MAXNREG\(\d+\)\s*)?(\w+)\(")


def architecture_number(arch: str) -> int:
    """80 for "sm_80"; ValueError for anything that is not an architecture of this project."""
    if arch not in ARCHITECTURES:
        raise ValueError(f"unknown architecture {arch!r}: choose from {', '.join(ARCHITECTURES)}")
    return int(arch.removeprefix("sm_"))


def entry_points(text: str) -> list[str]:
    """Names of the ``__global__`` functions of a CUDA text, in order."""
    return _ENTRY.findall(text)


def ptx_of(text: str, arch: str = DEFAULT_ARCHITECTURE) -> str:
    """PTX of one CUDA column as Warp builds it in release mode; raises ``CompileError``.

    The result is a whole PTX module that ``ptxas`` accepts. It is the same text alone and in a batch.
    """
    (result,) = ptx_batch([text], arch)
    if isinstance(result, CompileError):
        raise result
    return result


def ptx_batch(
    texts: Sequence[str], arch: str = DEFAULT_ARCHITECTURE, block_dim: int = BLOCK_DIM["cuda"]
) -> list[str | CompileError]:
    """PTX of each CUDA column, many in one NVRTC call; a text that does not compile has its error in its place."""
    results: dict[int, str | CompileError] = {}
    by_header: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        by_header.setdefault(module_header("cuda", text, block_dim), []).append(place)
    for header, places in by_header.items():
        for chunk in _chunks(texts, places):
            results |= dict(zip(chunk, _compile(header, [texts[place] for place in chunk], arch), strict=True))
    return [results[place] for place in range(len(texts))]


def _chunks(texts: Sequence[str], places: Sequence[int]) -> Iterator[list[int]]:
    """The places in order, in chunks of at most ``BATCH`` texts and ``CHARACTERS``."""
    chunk: list[int] = []
    for place in places:
        if chunk and (len(chunk) == BATCH or sum(len(texts[each]) for each in (*chunk, place)) > CHARACTERS):
            yield chunk
            chunk = []
        chunk.append(place)
    if chunk:
        yield chunk


def _compile(header: str, texts: Sequence[str], arch: str) -> list[str | CompileError]:
    rooms = [f"row_{number:03d}" for number in range(len(texts))]
    parts = [_in_own_room(text, room) for text, room in zip(texts, rooms, strict=True)]
    try:
        whole = compile_cuda(header + "".join(parts), architecture_number(arch)).decode()
    except CompileError as error:
        if len(texts) == 1:
            return [error]
        middle = len(texts) // 2
        return _compile(header, texts[:middle], arch) + _compile(header, texts[middle:], arch)
    module = Module.parse(whole.rstrip("\0"))
    return [_cut(module, text, room) for text, room in zip(texts, rooms, strict=True)]


def _in_own_room(text: str, room: str) -> str:
    # `extern "C"` names ignore namespaces, so entry points have the namespace in their names as well.
    for name in entry_points(text):  # a pattern that begins with plain characters is much faster
        text = re.sub(rf"{name}(?<!\w{name})(?!\w)", f"{name}__{room}", text)
    return f"namespace {room} {{\n{text}\n}}\n"


def _cut(module: Module, text: str, room: str) -> str:
    own = str(module.closure([f"{name}__{room}" for name in entry_points(text)]))
    # A name of the same length keeps C++ name mangling valid.
    return renumber(own.replace(f"__{room}", "").replace(room, "kernels"))
