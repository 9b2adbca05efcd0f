"""The modules of a package collected one after the other, as `collect` does them in its workers."""

from __future__ import annotations

from generator.isolation import Limits
from generator.production.collecting.child import Outcome
from generator.production.collecting.module_groups import in_module_groups
from generator.production.collecting.sessions import (
    LIMITS,
    Package,
    collecting_child,
    module_outcomes,
    modules_with_kernels,
)


def collected(package: Package, limits: Limits = LIMITS) -> Outcome:
    """What became of all modules, rows in order of file and line."""
    found = Outcome()
    with collecting_child(package) as child:
        for group in in_module_groups(list(modules_with_kernels(package))):
            for outcome in module_outcomes(child, package, group, limits):
                for name in ("rows", "refused", "skipped", "unmade"):
                    getattr(found, name).extend(outcome.get(name, ()))
                found.recorded += outcome.get("recorded", 0)
    found.rows.sort(key=lambda row: (row["file"], row["line"], row["qualified_name"], row["python_source"]))
    return found
