"""Inputs and expected results that a row carries: recorded, written and judged by."""
