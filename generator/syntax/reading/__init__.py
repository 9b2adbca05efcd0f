"""The Python text of a Warp kernel, read into the tree that would be printed as it."""

from __future__ import annotations

from generator.syntax.reading.module_reader import read, read_tree
from generator.syntax.reading.source import NotReadable

__all__ = ["NotReadable", "read", "read_tree"]
