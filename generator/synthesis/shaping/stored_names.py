"""Values that are computed where they are stored, and get a name first."""

from __future__ import annotations

from dataclasses import replace

from generator.syntax.statements import Assign, Block, Statement, Store
from generator.syntax.values import Value, name
from generator.syntax.walks.rewriting import change_statements
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.naming_values import Names
from generator.synthesis.shaping.value_kinds import depth


def _is_computed(value: Value) -> bool:
    """Whether a value is computed of something: no constant, with a sign or a type around it."""
    return depth(value) > 0 and bool(set(value.names) - {"wp"})


def with_stored_names(block: Block, random: Random, chance: float, names: Names, taken: set[str]) -> Block:
    """Values that are computed where they are stored get a name first, with a chance."""

    def named(statement: Statement) -> Block:
        if isinstance(statement, Store) and _is_computed(statement.value) and random.chance(chance):
            word = names(statement.target)
            if word and word not in taken:
                taken.add(word)
                return Assign((name(word),), statement.value), replace(statement, value=name(word))
        return (statement,)

    return change_statements(block, named)
