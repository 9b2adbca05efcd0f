"""Child processes in which foreign code is parsed, compiled and run: limits, namespaces, Landlock. A leaf."""

from __future__ import annotations

from generator.isolation.child import Answer, Child, ChildFailed, call
from generator.isolation.limits import Limits
from generator.isolation.mechanisms import Protection
from generator.isolation.protection import NotIsolated, protection, require_isolation

__all__ = [
    "Answer",
    "Child",
    "ChildFailed",
    "Limits",
    "NotIsolated",
    "Protection",
    "call",
    "protection",
    "require_isolation",
]
