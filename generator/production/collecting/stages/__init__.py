"""Stages of a collection, and who works on them: modules are lowered, rows compiled and run; each answer is kept."""
