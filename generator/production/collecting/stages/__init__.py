"""Stages of a collection and their workers: modules are lowered, rows compiled and run; each answer is kept."""
