"""Ways of saying a step: tables of sentences, of which one is drawn for a whole text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Saying:
    """That a local gets its first value, and the same of a further one in the same sentence."""

    first: str
    more: str = "{t} = {v}"


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


WORDINGS: tuple[Wording, ...] = (
    Wording(
        *(Saying("let {t} be {v}", "{t} be {v}"),) * 3,
        *("set {t} to {v}", "store {v} in {t}", "add {v} to {t}", "subtract {v} from {t}"),
        *("if {c}, stop", "if {c}", "otherwise", "for each {t} from {v}", "as long as {c}", "return {v}"),
    ),
    Wording(
        *(Saying("start with {t} = {v}"), Saying("read {t} = {v}"), Saying("compute {t} = {v}")),
        *("update {t} to {v}", "write {v} to {t}", "increase {t} by {v}", "decrease {t} by {v}"),
        *("return at once where {c}", "where {c}", "elsewhere", "loop {t} over {v}", "while {c}", "return {v}"),
    ),
    Wording(
        *(Saying("set {t} = {v}"), Saying("load {t} = {v}"), Saying("compute {t} = {v}")),
        *("change {t} to {v}", "set {t} to {v}", "accumulate {v} into {t}", "take {v} off {t}"),
        *("leave early when {c}", "when {c}", "else", "iterate {t} over {v}", "repeat while {c}", "return {v}"),
    ),
    Wording(
        *(Saying("take {t} := {v}", "{t} := {v}"),) * 3,
        *("set {t} := {v}", "store {t} := {v}", "add {v} to {t}", "subtract {v} from {t}"),
        *("nothing more happens if {c}", "in case {c}", "in the other case", "go through {t} = {v}"),
        *("keep on while {c}", "the result is {v}"),
    ),
    Wording(
        *(Saying("start {t} at {v}", "{t} at {v}"), Saying("load {v} as {t}", "{v} as {t}")),
        Saying("compute {v} as {t}", "{v} as {t}"),
        *("set {t} to {v}", "store {v} to {t}", "add {v} to {t}", "subtract {v} from {t}"),
        *("skip the rest if {c}", "provided that {c}", "otherwise", "with {t} running over {v}"),
        *("so long as {c}", "return {v}"),
    ),
    Wording(
        *(Saying("define {t} = {v}"),) * 3,
        *("set {t} = {v}", "assign {v} to {t}", "add {v} onto {t}", "deduct {v} from {t}"),
        *("the thread is done if {c}", "given that {c}", "if not", "for {t} in {v}"),
        *("repeat as long as {c}", "return {v}"),
    ),
)
"""for specifications: what a writer tells another to do."""

ACCOUNTS: tuple[Wording, ...] = (
    Wording(
        *(Saying("it starts with {t} = {v}"), Saying("it reads {t} = {v}"), Saying("it computes {t} = {v}")),
        *("it sets {t} to {v}", "it stores {v} in {t}", "it adds {v} to {t}", "it subtracts {v} from {t}"),
        *("if {c}, it stops", "if {c}", "otherwise", "for each {t} from {v}", "as long as {c}", "it returns {v}"),
    ),
    Wording(
        *(Saying("we start with {t} = {v}"), Saying("we load {t} = {v}"), Saying("we compute {t} = {v}")),
        *("we update {t} to {v}", "we write {v} to {t}", "we add {v} to {t}", "we take {v} off {t}"),
        *("we are done if {c}", "where {c}", "where that fails", "we loop {t} over {v}", "while {c}", "we return {v}"),
    ),
    Wording(
        *(Saying("{t} starts at {v}", "{t} at {v}"), Saying("{t} is read from {v}", "{t} from {v}")),
        Saying("{t} is computed as {v}", "{t} as {v}"),
        *("{t} is set to {v}", "{v} is stored in {t}", "{t} is raised by {v}", "{t} is lowered by {v}"),
        *("the thread ends if {c}", "when {c}", "else", "{t} runs over {v}", "this repeats while {c}"),
        "{v} is returned",
    ),
    Wording(
        *(Saying("{t} is {v}", "{t} is {v}"),) * 3,
        *("{t} becomes {v}", "{t} is overwritten with {v}", "{v} is added to {t}", "{v} is subtracted from {t}"),
        *("nothing follows if {c}", "in case {c}", "in the other case", "a loop takes {t} through {v}"),
        *("a loop goes on while {c}", "the result is {v}"),
    ),
    Wording(
        *(Saying("the thread sets {t} = {v}"), Saying("the thread reads {t} = {v}")),
        Saying("the thread computes {t} = {v}"),
        *("the thread updates {t} to {v}", "the thread stores {v} in {t}"),
        *("the thread adds {v} to {t}", "the thread subtracts {v} from {t}", "the thread leaves if {c}"),
        *("if it holds that {c}", "if not", "the thread walks {t} over {v}", "the thread repeats while {c}"),
        "the function returns {v}",
    ),
    Wording(
        *(Saying("{t} ← {v}", "{t} ← {v}"),) * 3,
        *("{t} ← {v}", "{t} ← {v}", "{t} += {v}", "{t} -= {v}"),
        *("return if {c}", "if {c}", "else", "for {t} in {v}", "while {c}", "return {v}"),
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
