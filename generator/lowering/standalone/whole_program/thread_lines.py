"""The first lines of a kernel: which thread it is, and whether there is work for it."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.lines import INDENT
from generator.lowering.standalone.cuda_text.names import Names
from generator.lowering.standalone.kernel_ir.threads import ThreadNames


def thread_lines(threads: ThreadNames, names: Names, counts: list[str]) -> list[str]:
    """The thread's coordinates and the bounds check."""
    flat = "blockIdx.x * blockDim.x + threadIdx.x"
    total = " * ".join(counts)
    wanted = [names.take(name) for name in threads.names]
    if len(counts) == 1:
        name = wanted[0] if wanted else "thread"
        threads.variables = [name]
        return [f"{INDENT}const int {name} = {flat};", f"{INDENT}if ({name} >= {total}) return;"]
    lines = [f"{INDENT}const int thread = {flat};", f"{INDENT}if (thread >= {total}) return;"]
    needed = threads.wanted()
    coordinates = wanted or [names.take(n) for n in ("i", "j", "k", "l")[: max(needed, 0)]]
    threads.variables = list(coordinates)
    for axis, name in enumerate(coordinates):
        behind = counts[axis + 1 :]
        text = (
            "thread"
            if not behind
            else f"thread / {behind[0]}"
            if len(behind) == 1
            else f"thread / ({' * '.join(behind)})"
        )
        text = text if axis == 0 else f"{text} % {counts[axis]}"
        lines.append(f"{INDENT}const int {name} = {text};")
    return lines
