"""Where the kernel of a row comes from, by its config and its id, not by a number that can be changed alone."""

from __future__ import annotations

import re

from generator.dataset.configs import COLLECTED, SYNTHESIS, load_configs
from generator.dataset.given_rows import NO_SEED
from generator.dataset.identity import STREAM, stream_of
from generator.production.folder.stored_rows import Row, RowFile

_STREAM_ID = re.compile(r"s[1-9][0-9]*-")


def is_given(row: Row, place: RowFile) -> bool:
    """Whether the kernel was given (a user's, Warp's own), not synthesized: then its launch is a guess.

    The config of its file decides; without one, a row is given that has no seed and no id of the stream.
    """
    if place.config:
        return load_configs()[place.config].source != SYNTHESIS
    return row.get("seed") == NO_SEED and not is_synthesized(name_of(row))


def is_synthesized(name: str) -> bool:
    """Whether an id is one of the stream, or begins like one."""
    return bool(stream_of(name) or _STREAM_ID.match(name))


def is_collected(place: RowFile) -> bool:
    """Whether a file holds kernels that `collect` found: their project picks their split."""
    return bool(place.config) and load_configs()[place.config].source == COLLECTED


def name_of(row: Row) -> str:
    """Name of a row in findings."""
    return str(row.get("id") or "(no id)")


def is_of_other_stream(row: Row) -> bool:
    """Whether a row's id is of a version of the stream that this code does not make."""
    return stream_of(name_of(row)) not in ("", STREAM)
