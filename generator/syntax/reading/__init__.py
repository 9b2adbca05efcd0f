"""Reads the Python text of a Warp kernel into the tree that prints as that text."""

from __future__ import annotations

from generator.syntax.reading.module_reader import read, read_tree
from generator.syntax.reading.source import NotReadable

__all__ = ["NotReadable", "read", "read_tree"]
