"""Values that are computed where they are stored, and get a name first."""

from __future__ import annotations

from dataclasses import replace

from generator.syntax.statements import Assign, Block, Statement, Store
from generator.syntax.values import Value, name
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.naming_values import Names
from generator.synthesis.shaping.value_kinds import depth


def _is_computed(value: Value) -> bool:
    """Whether a value is computed of something: no constant, with a sign or a type around it."""
    return depth(value) > 0 and bool(set(value.names) - {"wp"})


def with_stored_names(block: Block, random: Random, chance: float, names: Names, taken: set[str]) -> Block:
    """Values that are computed where they are stored get a name first, with a chance."""
    found: list[Statement] = []
    for statement in block:
        statement = change_inner(statement, lambda inner: with_stored_names(inner, random, chance, names, taken))
        if isinstance(statement, Store) and _is_computed(statement.value) and random.chance(chance):
            word = names(statement.target)
            if word and word not in taken:
                taken.add(word)
                found.append(Assign((name(word),), statement.value))
                statement = replace(statement, value=name(word))
        found.append(statement)
    return tuple(found)
