"""Atomics."""

from tests.emulation.programs.atomics.statements import PROGRAMS

__all__ = ["PROGRAMS"]
