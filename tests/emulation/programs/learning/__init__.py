"""Layers of networks."""

from tests.emulation.programs.learning.statements import PROGRAMS

__all__ = ["PROGRAMS"]
