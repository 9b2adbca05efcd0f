"""Matrices, dense and sparse."""

from tests.emulation.programs.matrices.statements import PROGRAMS

__all__ = ["PROGRAMS"]
