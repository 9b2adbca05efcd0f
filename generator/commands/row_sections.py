"""The CPU and CUDA code of a row of the stream, in sections side by side."""

from __future__ import annotations

from collections.abc import Sequence

from generator.dataset.stream import kernel_of
from generator.lowering.comparison.side_by_side import Section, sections
from generator.lowering.native_output import silence_warp
from generator.lowering.user_kernels.api import lower
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.warp_backend import Lowered


def sections_of_row(
    row_id: str, names: Sequence[str], emits: Sequence[str], comments: bool
) -> list[tuple[str, list[Section]]]:
    """The row's only kernel with its sections; ``UserError`` for an id that no row has."""
    silence_warp()
    try:
        source = kernel_of(row_id).candidate.source
    except ValueError as error:
        raise UserError(f"neither a .py file nor a row: {error}") from None
    lowered = lower(source, kernel=names, emit=emits, comments=comments)
    return [(kernel.name, sections(Lowered(**kernel.code))) for kernel in lowered]
