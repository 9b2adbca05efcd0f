"""What keeps a child's code from the rest of the machine, and the refusal where nothing does."""

from __future__ import annotations

import functools

from generator.isolation.child import Child
from generator.isolation.mechanisms import Protection


class NotIsolated(Exception):
    """The system gives no isolation, and nobody said that it may go without; ``args[0]`` is one line."""


@functools.cache
def protection() -> Protection:
    """The strongest that this system gives; the first call of a process tries them, in 0.1 s."""
    with Child() as child:
        return child.protection


def require_isolation(unsandboxed: bool) -> None:
    """Raise ``NotIsolated`` where the system gives no isolation and the user did not say ``--unsandboxed``."""
    if not unsandboxed and not protection().isolates:
        raise NotIsolated(
            f"this system can not shut foreign code in ({protection().reason}): --unsandboxed runs it all the same"
        )
