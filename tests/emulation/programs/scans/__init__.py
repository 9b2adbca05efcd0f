"""Scans and compactions."""

from tests.emulation.programs.scans.statements import PROGRAMS

__all__ = ["PROGRAMS"]
