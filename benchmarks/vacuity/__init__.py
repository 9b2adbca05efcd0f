"""Bounds and conditions of computations that never act."""
