"""Inputs and expected results that a row carries, written and judged."""
