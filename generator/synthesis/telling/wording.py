"""Ways of saying a step: tables of sentences, of which one is drawn for a whole text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """Sentences without capitals and full stops.

    ``{t}`` stands for what is set, ``{v}`` for a value, ``{c}`` for a condition. ``let`` is of one local,
    ``more`` joins further ones to it. ``again`` is of a local that had a value before.
    """

    let: str
    more: str
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


WORDINGS: tuple[Wording, ...] = (
    Wording(
        *("let {t} be {v}", "{t} be {v}", "replace {t} by {v}", "set {t} to {v}"),
        *("add {v} to {t}", "subtract {v} from {t}", "if {c}, stop", "if {c}", "otherwise"),
        *("for each {t} from {v}", "as long as {c}", "return {v}"),
    ),
    Wording(
        *("with {t} = {v}", "{t} = {v}", "from here on {t} = {v}", "store {v} in {t}"),
        *("increase {t} by {v}", "decrease {t} by {v}", "return at once where {c}", "where {c}", "elsewhere"),
        *("loop {t} over {v}", "while {c}", "the result is {v}"),
    ),
    Wording(
        *("compute {t} = {v}", "{t} = {v}", "update {t} to {v}", "write {v} to {t}"),
        *("accumulate {v} into {t}", "take {v} off {t}", "leave early when {c}", "when {c}", "else"),
        *("iterate {t} over {v}", "repeat while {c}", "hand back {v}"),
    ),
    Wording(
        *("take {t} := {v}", "{t} := {v}", "then {t} := {v}", "{t} becomes {v}"),
        *("{t} grows by {v}", "{t} shrinks by {v}", "nothing more happens if {c}", "in case {c}", "in the other case"),
        *("go through {t} = {v}", "keep on while {c}", "give {v}"),
    ),
    Wording(
        *("call {t} the value {v}", "{t} the value {v}", "call {t} from now on {v}", "{t} receives {v}"),
        *("to {t} add {v}", "from {t} take {v}", "skip the rest if {c}", "provided that {c}", "failing that"),
        *("with {t} running over {v}", "so long as {c}", "answer {v}"),
    ),
    Wording(
        *("define {t} = {v}", "{t} = {v}", "redefine {t} = {v}", "assign {v} to {t}"),
        *("sum {v} onto {t}", "deduct {v} from {t}", "the thread is done if {c}", "given that {c}", "if not"),
        *("for {t} in {v}", "until it no longer holds that {c}", "yield {v}"),
    ),
)
"""for specifications: what a writer tells another to do."""

ACCOUNTS: tuple[Wording, ...] = (
    Wording(
        *("it reads {t} as {v}", "{t} as {v}", "it replaces {t} by {v}", "it sets {t} to {v}"),
        *("it adds {v} to {t}", "it subtracts {v} from {t}", "if {c}, it stops", "if {c}", "otherwise"),
        *("for each {t} from {v}", "as long as {c}", "it returns {v}"),
    ),
    Wording(
        *("we form {t} = {v}", "{t} = {v}", "we update {t} to {v}", "we write {v} to {t}"),
        *("we add {v} to {t}", "we take {v} off {t}", "we are done if {c}", "where {c}", "where that fails"),
        *("we loop {t} over {v}", "while {c}", "we get {v}"),
    ),
    Wording(
        *("here {t} is {v}", "{t} is {v}", "now {t} is {v}", "{t} is then given {v}"),
        *("{t} is raised by {v}", "{t} is lowered by {v}", "the thread ends if {c}", "when {c}", "else"),
        *("{t} runs over {v}", "this repeats while {c}", "the value is {v}"),
    ),
    Wording(
        *("{t} comes from {v}", "{t} from {v}", "{t} turns into {v}", "{t} is overwritten with {v}"),
        *("{v} goes into {t}", "{v} is taken from {t}", "nothing follows if {c}", "in case {c}", "in the other case"),
        *("a loop takes {t} through {v}", "a loop goes on while {c}", "what comes out is {v}"),
    ),
    Wording(
        *("the thread finds {t} = {v}", "{t} = {v}", "the thread changes {t} to {v}", "the thread stores {v} in {t}"),
        *(
            "the thread adds {v} to {t}",
            "the thread removes {v} from {t}",
            "the thread leaves if {c}",
            "if it holds that {c}",
        ),
        *("if not", "the thread walks {t} over {v}", "the thread repeats while {c}", "the function gives {v}"),
    ),
    Wording(
        *("first stands {t} = {v}", "{t} = {v}", "anew, {t} = {v}", "in {t} lands {v}"),
        *("onto {t} comes {v}", "off {t} goes {v}", "an early exit is taken if {c}", "given that {c}", "without it"),
        *("over {v} goes a loop in {t}", "as long as it holds that {c}", "returned is {v}"),
    ),
)
"""for narrations: what a writer tells of a kernel that there is."""

ATOMICS = {
    "atomic_add": "atomically add {v} to {t}",
    "atomic_sub": "atomically subtract {v} from {t}",
    "atomic_min": "atomically lower {t} to {v} where that is less",
    "atomic_max": "atomically raise {t} to {v} where that is more",
    "atomic_or": "atomically set the bits {v} in {t}",
    "atomic_and": "atomically keep only the bits {v} in {t}",
    "atomic_xor": "atomically flip the bits {v} in {t}",
    "atomic_exch": "atomically exchange {t} for {v}",
}
"""atomic operations of a place and an amount -> how they are said."""

AUGMENTED = {"*": "multiply {t} by {v}", "/": "divide {t} by {v}"}
"""signs of ``t sign= v`` besides plus and minus -> how they are said."""

JUMPS = {"continue": "go on with the next one", "break": "end the loop", "pass": "do nothing"}
"""words of jumps -> how they are said."""
