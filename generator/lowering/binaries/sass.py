"""SASS of a PTX text, with its use of registers and memory: ``ptxas`` assembles, ``nvdisasm`` prints."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.lowering.binaries.architectures import DEFAULT_ARCHITECTURE
from generator.lowering.binaries.cuda_tools import run_tool
from generator.lowering.binaries.ptx import architecture_number
from generator.lowering.binaries.ptx_text import Item, Module
from generator.lowering.warp_backend import compile_cuda

_SECTION = re.compile(r"^//-+ \.text\.(\S+) +-+$", re.MULTILINE)
_INSTRUCTION = re.compile(r"/\*[0-9a-f]+\*/\s+(.*?)\s*;")
_OPCODE = re.compile(r"^    (?:@!?U?P\w+ )?([A-Z]\w*)", re.MULTILINE)
_LABEL = re.compile(r"^([.$\w]+):$", re.MULTILINE)
_LOCAL_LABEL = re.compile(r"\.L_x_\d+")
_INTERNAL = re.compile(r"\$__internal_\d+_")
_COMPILING = re.compile(r"Compiling entry function '(\S+)' for")
_FRAME = re.compile(
    r"Function properties for (\S+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)
_REGISTERS = re.compile(r"Used (\d+) registers")
_STACK = re.compile(r"(\d+) bytes cumulative stack size")
_SHARED = re.compile(r"(\d+) bytes smem")


@dataclass(frozen=True)
class Sass:
    """Machine code of one entry point. ``registers`` is per thread; memory is in bytes, ``shared_memory`` per block
    and ``stack`` per thread; ``instruction_mix`` counts instructions by opcode without its modifiers (``FFMA``)."""

    text: str
    registers: int
    shared_memory: int
    stack: int
    spill_stores: int
    spill_loads: int
    instruction_count: int
    instruction_mix: dict[str, int]


@dataclass(frozen=True)
class _Usage:
    registers: int
    shared_memory: int
    stack: int
    spill_stores: int
    spill_loads: int


def check_tools(arch: str = DEFAULT_ARCHITECTURE) -> None:
    """Raise ``ToolMissing`` unless the tools are installed and accept PTX from Warp; under half a second."""
    program = 'extern "C" __global__ void one(int* x) { *x = 1; }'
    sass_of(compile_cuda(program, architecture_number(arch)).decode().rstrip("\0"), arch)


def sass_of(ptx: str, arch: str = DEFAULT_ARCHITECTURE) -> Sass:
    """SASS of a PTX text with one entry point; raises ``ToolMissing`` or ``ToolFailed``."""
    return sass_batch([ptx], arch)[0]


def sass_batch(texts: Sequence[str], arch: str = DEFAULT_ARCHITECTURE) -> list[Sass]:
    """SASS of each PTX text, the same as if assembled alone, with as few runs of the tools as possible."""
    modules = [Module.parse(text) for text in texts]
    # Offsets in the constant banks depend on all globals of a module: texts that have globals are assembled alone.
    together = [place for place, module in enumerate(modules) if _stands_alone(module)]
    groups = [together] if together else []
    groups += [[place] for place in range(len(modules)) if place not in set(together)]
    found: dict[int, Sass] = {}
    for group in groups:
        found |= dict(zip(group, _assemble([modules[place] for place in group], arch), strict=True))
    return [found[place] for place in range(len(modules))]


def _stands_alone(module: Module) -> bool:
    return all(item.is_shared or item.is_entry for item in module.items)


def _assemble(modules: Sequence[Module], arch: str) -> list[Sass]:
    joined = modules[0].preamble
    entries = []
    for number, module in enumerate(modules):
        room = f"__row_{number:04d}" if len(modules) > 1 else ""
        joined += str(Module("", tuple(_renamed(item, module, room) for item in module.items)))
        (entry,) = (item.name for item in module.items if item.is_entry)
        entries.append((entry, entry + room))
    with tempfile.TemporaryDirectory(prefix="warp-cuda-ir-") as folder:
        source, binary = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(joined, encoding="utf-8")
        log = run_tool("ptxas", ["-v", f"-arch=sm_{architecture_number(arch)}", "-o", binary, source])
        listing = run_tool("nvdisasm", ["-c", binary])
    usage = _usage(log)
    sections = _sections(listing)
    called = "".join(text for name, text in sections.items() if name not in usage)
    return [_sass(entry, sections[name] + called, name, usage[name]) for entry, name in entries]


def _renamed(item: Item, module: Module, room: str) -> Item:
    own = {other.name for other in module.items}
    text = re.sub(
        r"[A-Za-z_$][\w$]*", lambda word: word.group() + room if word.group() in own else word.group(), item.text
    )
    return Item(item.name + room, text)


def _sass(entry: str, code: str, name: str, usage: _Usage) -> Sass:
    opcodes = _OPCODE.findall(code)
    mix = dict(sorted(Counter(opcodes).items(), key=lambda pair: (-pair[1], pair[0])))
    text = code.replace(name, entry)
    return Sass(text, **vars(usage), instruction_count=len(opcodes), instruction_mix=mix)


def _sections(listing: str) -> dict[str, str]:
    """Code of each function: labels at the margin, instructions indented, without padding after the last branch."""
    parts = _SECTION.split(listing)
    return {name: _tidy(name, body) for name, body in zip(parts[1::2], parts[2::2], strict=True)}


def _tidy(name: str, body: str) -> str:
    lines = [f"{name}:"]
    for line in body.splitlines():
        instruction, label = _INSTRUCTION.search(line), _LABEL.match(line)
        if instruction is not None:
            lines.append("    " + " ".join(instruction.group(1).split()) + ";")
        elif label is not None and label.group(1) not in (name, f".text.{name}"):
            lines.append(label.group())
    while lines[-1].strip() == "NOP;" or lines[-1].endswith(":"):
        lines.pop()
    return _renumber("\n".join(lines) + "\n")


def _renumber(text: str) -> str:
    for pattern, form in ((_LOCAL_LABEL, ".L_x_{}"), (_INTERNAL, "$__internal_{}_")):
        order = {name: place for place, name in enumerate(dict.fromkeys(pattern.findall(text)))}
        text = pattern.sub(lambda found, form=form, order=order: form.format(order[found.group()]), text)  # type: ignore[misc]
    return text


def _usage(log: str) -> dict[str, _Usage]:
    parts = _COMPILING.split(log)
    found = {}
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        frames = {function: tuple(map(int, sizes)) for function, *sizes in _FRAME.findall(body)}
        registers, stack, shared = (pattern.search(body) for pattern in (_REGISTERS, _STACK, _SHARED))
        if name not in frames or registers is None:
            raise ValueError(f"ptxas -v says nothing of {name}: {body[:200]!r}")
        frame, spill_stores, spill_loads = frames[name]
        found[name] = _Usage(
            registers=int(registers.group(1)),
            shared_memory=int(shared.group(1)) if shared else 0,
            stack=int(stack.group(1)) if stack else frame,
            spill_stores=spill_stores,
            spill_loads=spill_loads,
        )
    return found
