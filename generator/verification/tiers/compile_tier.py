"""Tier ``compile``: a compiler accepts exactly the text of the row plus the module header.

CUDA columns go through the NVRTC inside Warp, for each architecture; C++ columns through its Clang. No device needed.
Where the tier `device` follows, CUDA columns are compiled once, optimised, for the architecture that it runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.warp_backend import CompileError, compile_cpu, compile_cuda, module_header
from generator.verification.launching.shared_unit import letters_of, shared_unit
from generator.verification.launching.translation_unit import blamed, exported_names, room_name

BATCH = {"cuda": 320, "cpu": 40}
"""Most texts in one call: a built-in is compiled once for all that call it. NVRTC keeps its header between calls."""
CHARACTERS = 100_000
"""Most characters of the texts in one call, shared definitions counted once; a longer text is compiled alone. NVRTC
takes 100 MB, and 90 more for a million characters, and its process keeps them: without this bound a batch of one long
category grew a worker to 750 MB."""

# The only pattern over PTX, which has 100 kB a kernel: a literal prefix makes its search fast.
_PTX_ENTRY = re.compile(r"\n\.visible \.entry (\w+)\(")
_PTX_END = "\n}\n"


@dataclass
class Compiled:
    """Outcome of compiling one text: the compiler's message where it was refused, else PTX instructions by arch."""

    error: str = ""
    ptx_instructions: dict[str, int] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether the text compiles for every architecture."""
        return not self.error


def check_compile(
    texts: Sequence[str],
    archs: Sequence[str] = ARCHITECTURES,
    *,
    optimised: bool = False,
    characters: int = CHARACTERS,
) -> list[Compiled]:
    """Compile CUDA columns for each architecture; one result a text, in order.

    By default in Warp's debug mode: the same front end and PTX writer without the optimiser, in a third of the time.
    ``optimised`` takes Warp's release mode, so that ``ptx_instructions`` are those of real use.
    ``characters`` bounds one call of NVRTC.
    Where a batch fails, each text that the messages blame is compiled alone, and the others without these.
    """
    results = [Compiled() for _ in texts]
    for number, text in enumerate(texts):
        if not exported_names(text):
            results[number].error = "the text defines no __global__ function"
    for arch in archs:
        sound = [number for number, result in enumerate(results) if result.passed]

        def build(source: str, arch: str = arch) -> bytes:
            return compile_cuda(source, int(arch.removeprefix("sm_")), debug=not optimised)

        for number, outcome in _compile_all(texts, sound, "cuda", build, characters):
            if isinstance(outcome, CompileError):
                results[number].error = f"{arch}: {first_errors(outcome)}"
            else:
                results[number].ptx_instructions[arch] = outcome
    return results


def check_compile_cpu(texts: Sequence[str]) -> list[Compiled]:
    """Compile C++ columns for this machine; one result a text, in order."""
    results = [Compiled() for _ in texts]
    for number, outcome in _compile_all(texts, range(len(texts)), "cpu", compile_cpu):
        if isinstance(outcome, CompileError):
            results[number].error = first_errors(outcome)
    return results


def first_errors(refusal: CompileError, count: int = 3) -> str:
    """The first lines of a refusal that say "error": later ones are consequences."""
    lines = [line.strip() for line in str(refusal).splitlines()]
    return "; ".join([line for line in lines if "error" in line][:count]) or str(refusal)


def _compile_all(
    texts: Sequence[str],
    numbers: Sequence[int],
    target: str,
    build: Callable[[str], bytes],
    characters: int = CHARACTERS,
) -> list[tuple[int, int | CompileError]]:
    by_header: dict[str, list[int]] = {}
    for number in numbers:
        by_header.setdefault(module_header(target, texts[number]), []).append(number)
    found: list[tuple[int, int | CompileError]] = []
    for header, group in by_header.items():
        for chunk in _chunks(texts, group, BATCH[target], characters):
            outcomes = _compile_batch(header, [texts[number] for number in chunk], build)
            found += zip(chunk, outcomes, strict=True)
    return found


def _chunks(texts: Sequence[str], numbers: Sequence[int], most: int, characters: int) -> Iterator[list[int]]:
    """Split the numbers, in order, into chunks of at most ``most`` texts and ``characters`` in all."""
    chunk: list[int] = []
    held: set[str] = set()
    letters = 0
    for number in numbers:
        own = letters_of(texts[number], held)
        if chunk and (len(chunk) == most or letters + own > characters):
            yield chunk
            chunk, held = [], set()
            letters, own = 0, letters_of(texts[number], held)
        chunk.append(number)
        letters += own
    if chunk:
        yield chunk


def _compile_apart(
    header: str, texts: Sequence[str], guilty: Collection[int], build: Callable[[str], bytes]
) -> list[int | CompileError]:
    """Compile each text that the messages blame alone, the others together; in halves where they blame none of them."""
    rest = [number for number in range(len(texts)) if number not in guilty]
    groups = [[number] for number in guilty] + [rest]
    if not guilty:
        groups = [rest[: len(rest) // 2], rest[len(rest) // 2 :]]
    found: dict[int, int | CompileError] = {}
    for group in groups:
        if group:
            found |= zip(group, _compile_batch(header, [texts[number] for number in group], build), strict=True)
    return [found[number] for number in range(len(texts))]


def _compile_batch(header: str, texts: Sequence[str], build: Callable[[str], bytes]) -> list[int | CompileError]:
    """PTX instructions of each text's kernels, or why it was refused."""
    # A lone text is compiled as it is, so that a refusal never comes from how texts are combined.
    source = header + texts[0] if len(texts) == 1 else shared_unit(header, texts)
    try:
        made = build(source)
    except CompileError as error:
        if len(texts) == 1:
            return [error]
        return _compile_apart(header, texts, blamed(source, str(error)), build)
    # Instructions, not bytes: labels and names get longer with a text's number in the batch.
    sizes = instructions_of(made.decode("latin-1"))
    if len(texts) == 1:
        return [sum(sizes.values())]
    return [
        sum(sizes.get(room_name(name, number), 0) for name in exported_names(text)) for number, text in enumerate(texts)
    ]


def instructions_of(ptx: str) -> dict[str, int]:
    """Instructions of each kernel in a PTX file."""
    found = {}
    for entry in _PTX_ENTRY.finditer(ptx):
        start = ptx.index("\n{", entry.end())
        found[entry[1]] = _statements(ptx, start, ptx.index(_PTX_END, start))
    return found


def _statements(ptx: str, start: int, end: int) -> int:
    """Lines that end in a semicolon without directives, empty argument lists of calls and one-line blocks."""

    def count(text: str) -> int:
        return ptx.count(text, start, end)

    directives = count("\n\t.") - count("\n\t.loc\t")  # .loc alone ends in no semicolon
    return count(";\n") + count("; \n") - directives - count("\n\t(\n\t);")
