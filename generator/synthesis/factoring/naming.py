"""What people call a function that was taken out of a kernel, and its arguments."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from generator.syntax.line_breaks import line_count
from generator.syntax.statements import LOOPS, Augment, Block, Call, Store, walk
from generator.syntax.values import Value, root_of
from generator.synthesis.chance.randomness import Random
from generator.synthesis.factoring.runs import Run
from generator.synthesis.storage.signature import MARK, Signature

GIVES = (("compute_{}", 4.0), ("{}", 2.0), ("eval_{}", 1.5), ("get_{}", 1.5), ("calc_{}", 0.5))
FINDS = (("find_{}", 2.0), ("get_{}", 1.0), ("compute_{}", 1.0))
SUMS = (("sum_{}", 2.0), ("accumulate_{}", 1.0), ("compute_{}", 2.0), ("gather_{}", 0.5))
"""Patterns of names with their weights, by what a function does."""

SHORTEST_WORD = 3
"""Fewest letters of a local that can name a function."""

MOST_WORDS = 2
"""Things that a function's name says, at the most."""

VERBS = frozenset(
    "compute update apply write store set add accumulate clear reset count find mark solve project advance check "
    "gather scatter build copy fill pack unpack convert evaluate eval integrate limit clamp move push pull step".split()
)
"""First words of computations that say what is done, not what is made."""


def function_name(run: Run, body: Block, computation: str, record: str, taken: Collection[str], random: Random) -> str:
    """A verb and what the function makes: a local with a word for a name, an attribute, else the computation."""
    verbs, words = _verbs(run), list(_words(run, body, computation, record))
    for word in words:
        for _ in range(3):
            name = random.weighted(verbs).format(word)
            if name not in taken and "_" in name:  # a word alone may be one of Warp's own functions
                return name
    return next(name for number in range(len(taken) + 1) if (name := f"{words[-1]}_part{number}") not in taken)


def _verbs(run: Run) -> tuple[tuple[str, float], ...]:
    loops = [each for each in walk(run.statements) if isinstance(each, LOOPS)]
    augments = [each for loop in loops for each in loop.inner if isinstance(each, Augment)]
    if any(each.sign in ("+", "-") for each in augments):
        return SUMS
    return FINDS if loops else GIVES


def says_itself(run: Run, body: Block, computation: str) -> bool:
    """Whether a function can be named: by its locals or stores, or by its computation, if it makes most of it."""
    most = computation != "" and len(run.given) < 2 and 2 * run.lines > line_count(body)
    return most or any(_given_words(run, body))


def _given_words(run: Run, body: Block) -> Iterator[str]:
    given = [word.removesuffix("_new").removesuffix("_next") for word in run.given]
    if len(given) <= MOST_WORDS and all(len(word) >= SHORTEST_WORD for word in given):
        yield "_and_".join(given)
    stores = [_stored_as(body, word) for word in run.given]
    made = [word for word in dict.fromkeys(chain.from_iterable(stores)) if word]
    if all(stores) and len(made) <= MOST_WORDS:  # else the name would tell some of what it gives
        yield "_and_".join(made)


def _words(run: Run, body: Block, computation: str, record: str) -> Iterator[str]:
    yield from _given_words(run, body)
    if not computation:
        return
    first, _, rest = computation.partition("_")
    noun = rest if first in VERBS and rest else computation
    yield noun
    yield f"{record}_{noun}"


def _stored_as(block: Block, word: str) -> list[str]:
    """Attributes that a name is stored to unchanged, by the symbols of their arrays; "" for a part of a local."""
    found: list[str] = []
    for statement in walk(block):
        match statement:
            case (
                Store(target, Value("name", (stored,)))
                | Augment(target, _, Value("name", (stored,)))
                | Call(Value("call", (_, target, *_, Value("name", (stored,)))))
            ) if stored == word:
                root = root_of(target)
                found.append(root[1:].split(".")[:2][-1] if root.startswith(MARK) else "")
    return found


def argument_words(signature: Signature, symbol: str) -> tuple[str, ...]:
    """Names for an array or a number that is passed to a function: its plainer ones first."""
    names, word = signature.slots[symbol].names, symbol[1:].replace(".", "_")
    return (*names[1:2], *names, word, f"{word}_values")
