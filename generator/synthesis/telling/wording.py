"""Ways of saying a step: tables of sentences, of which one is drawn for a whole text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.synthesis.schemas.phrases import listed


@dataclass(frozen=True)
class Saying:
    """How to say that a local gets its first value, and that a further one does in the same sentence."""

    first: str
    more: str = "{t} = {v}"
    join: Callable[[Sequence[str]], str] = "; ".join
    most: int = 3
    """Locals that one sentence introduces, at the most."""


@dataclass(frozen=True)
class Wording:
    """Sentences without capitals and full stops.

    ``{t}`` stands for what is set, ``{v}`` for a value, ``{c}`` for a condition. ``start`` is of a local that is a
    number at first, ``load`` of one that is read from an array, ``let`` of any other; ``again`` is of a local that had
    a value before.
    """

    start: Saying
    load: Saying
    let: Saying
    again: str
    store: str
    add: str
    subtract: str
    stop: str
    when: str
    otherwise: str
    loop: str
    repeat: str
    result: str
    read: Saying | None = None
    """Of an element in words: ``{w}`` with its owner, ``{b}`` where more follows, ``{s}`` after one that named it."""
    mood: ClassVar[int] = 0
    """Which member of the pairs below goes with it: what is asked for, or what is told."""


class Account(Wording):
    """Sentences that tell of a kernel that exists."""

    mood = 1


WORDINGS: tuple[Wording, ...] = (
    Wording(
        *(Saying("let {t} be {v}", "{t} be {v}"),) * 3,
        *("set {t} to {v}", "store {v} in {t}", "add {v} to {t}", "subtract {v} from {t}"),
        *("if {c}, stop", "if {c}", "otherwise", "for each {t} from {v}", "as long as {c}", "return {v}"),
    ),
    Wording(
        *(Saying("start with {t} = {v}"), Saying("read {t} = {v}"), Saying("compute {t} = {v}")),
        *("update {t} to {v}", "write {v} to {t}", "increase {t} by {v}", "decrease {t} by {v}"),
        *("return at once if {c}", "if {c}", "otherwise", "loop {t} over {v}", "while {c}", "return {v}"),
    ),
    Wording(
        *(Saying("set {t} = {v}"), Saying("load {t} = {v}"), Saying("compute {t} = {v}")),
        *("change {t} to {v}", "set {t} to {v}", "accumulate {v} into {t}", "subtract {v} from {t}"),
        *("exit early when {c}", "when {c}", "else", "iterate {t} over {v}", "repeat while {c}", "return {v}"),
    ),
    Wording(
        *(Saying("take {t} := {v}", "{t} := {v}"),) * 3,
        *("set {t} := {v}", "store {v} in {t}", "add {v} to {t}", "subtract {v} from {t}"),
        *("return if {c}", "when {c}", "otherwise", "for {t} = {v}"),
        *("while {c}", "the result is {v}"),
    ),
    Wording(
        *(Saying("start {t} at {v}", "{t} at {v}"), Saying("load {v} as {t}", "{v} as {t}")),
        Saying("compute {v} as {t}", "{v} as {t}"),
        *("set {t} to {v}", "store {v} to {t}", "add {v} to {t}", "subtract {v} from {t}"),
        *("exit if {c}", "if {c}", "otherwise", "for {t} over {v}"),
        *("as long as {c}", "return {v}"),
    ),
    Wording(
        *(Saying("define {t} = {v}"),) * 3,
        *("set {t} = {v}", "assign {v} to {t}", "add {v} to {t}", "subtract {v} from {t}"),
        *("the thread returns if {c}", "if {c}", "else", "for {t} in {v}"),
        *("repeat as long as {c}", "return {v}"),
    ),
)
"""For specifications: what a writer tells another to do."""

ACCOUNTS: tuple[Wording, ...] = (
    Account(
        *(Saying("it starts with {t} = {v}"), Saying("it reads {t} = {v}"), Saying("it computes {t} = {v}")),
        *("it sets {t} to {v}", "it stores {v} as {t}", "it adds {v} to {t}", "it subtracts {v} from {t}"),
        *("if {c}, it stops", "if {c}", "otherwise", "for each {t} in {v}", "as long as {c}", "it returns {v}"),
        read=Saying("it reads {b} ({t})", "{s} ({t})", listed, 4),
    ),
    Account(
        *(Saying("we start with {t} = {v}"), Saying("we load {t} = {v}"), Saying("we compute {t} = {v}")),
        *("we update {t} to {v}", "we write {v} to {t}", "we add {v} to {t}", "we subtract {v} from {t}"),
        *("we return if {c}", "if {c}", "otherwise", "we loop {t} over {v}", "while {c}", "we return {v}"),
        read=Saying("we load {b} as {t}", "{s} as {t}", listed, 4),
    ),
    Account(
        *(Saying("{t} starts at {v}", "{t} at {v}"), Saying("{t} is read from {v}", "{t} from {v}")),
        Saying("{t} is computed as {v}", "{t} as {v}"),
        *("{t} is set to {v}", "{v} is stored as {t}", "{v} is added to {t}", "{v} is subtracted from {t}"),
        *("the thread ends if {c}", "when {c}", "else", "{t} runs over {v}", "this repeats while {c}"),
        "{v} is returned",
        read=Saying("{t} stands for {w}", "{t} for {s}", listed, 4),
    ),
    Account(
        *(Saying("{t} is {v}", "{t} is {v}"),) * 3,
        *("{t} becomes {v}", "{t} gets {v}", "{v} is added to {t}", "{v} is subtracted from {t}"),
        *("the thread stops if {c}", "when {c}", "otherwise", "a loop runs {t} over {v}"),
        *("a loop runs while {c}", "the result is {v}"),
        read=Saying("{t} holds {w}", "{t} {s}", listed, 4),
    ),
    Account(
        *(Saying("the thread sets {t} = {v}"), Saying("the thread reads {t} = {v}")),
        Saying("the thread computes {t} = {v}"),
        *("the thread updates {t} to {v}", "the thread stores {v} as {t}"),
        *("the thread adds {v} to {t}", "the thread subtracts {v} from {t}", "the thread returns if {c}"),
        *("if {c}", "otherwise", "the thread loops {t} over {v}", "the thread repeats while {c}"),
        "the function returns {v}",
        read=Saying("the thread reads {b} into {t}", "{s} into {t}", listed, 4),
    ),
    Account(
        *(Saying("{t} ← {v}", "{t} ← {v}"),) * 3,
        *("{t} ← {v}", "{t} ← {v}", "{t} += {v}", "{t} -= {v}"),
        *("return if {c}", "if {c}", "else", "for {t} in {v}", "while {c}", "return {v}"),
        read=Saying("{t} ← {v} ({w})", "{t} ← {v} ({s})"),
    ),
)
"""For narrations: what a writer tells of a kernel that exists."""

ATOMICS = {
    "atomic_add": ("atomically add {v} to {t}", "{v} is added to {t} atomically"),
    "atomic_sub": ("atomically subtract {v} from {t}", "{v} is subtracted from {t} atomically"),
    "atomic_min": (
        "atomically lower {t} to {v} where that is less",
        "{t} is lowered atomically to {v} where that is less",
    ),
    "atomic_max": (
        "atomically raise {t} to {v} where that is more",
        "{t} is raised atomically to {v} where that is more",
    ),
    "atomic_or": ("atomically set the bits {v} in {t}", "the bits {v} are set in {t} atomically"),
    "atomic_and": ("atomically keep only the bits {v} in {t}", "of {t} only the bits {v} are kept, atomically"),
    "atomic_xor": ("atomically flip the bits {v} in {t}", "the bits {v} are flipped in {t} atomically"),
    "atomic_exch": ("atomically exchange {t} for {v}", "{t} is exchanged for {v} atomically"),
}
"""Atomics of a place and an amount -> how they are asked for and told."""

COMPARING = ("atomic_min", "atomic_max")
BY_COMPONENT = ", component by component"
"""Atomics that compare, and what is added where they compare vectors."""

BEFORE = (", and call what was there {t}", ", and what was there is {t}")
"""A local that gets what an atomic operation found, asked for and told."""

AUGMENTED = {
    "*": ("multiply {t} by {v}", "{t} is multiplied by {v}"),
    "/": ("divide {t} by {v}", "{t} is divided by {v}"),
}
"""Signs of ``t sign= v`` besides plus and minus -> how they are asked for and told."""

TILE_STORED = ("store the tile {v} in {t}", "the tile {v} is stored in {t}")
"""What a block stores together, asked for and told."""

CALLED = ("call {v}", "{v} is called")
"""A function that writes, asked for and told."""

JUMPS = {
    "continue": ("continue with the next one", "the loop continues with the next one"),
    "break": ("end the loop", "the loop ends"),
    "pass": ("do nothing", "nothing is done"),
}
"""Words of jumps -> how they are asked for and told."""
