"""An n-gram model of tokens, interpolated after Witten and Bell: each context as sure as what followed it is few."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

START, END = "<start>", "<end>"

UNSEEN = 1000
"""Words that a model leaves room for besides those that it saw."""

Document = Sequence[str]


class NgramModel:
    """Counts of what followed each run of up to ``order - 1`` tokens; documents do not see each other.

    ``words`` is the size of the vocabulary over which what is left is spread evenly: give the same to models that are
    compared; left out, what the documents hold and ``UNSEEN`` more.
    """

    def __init__(self, documents: Iterable[Document], order: int = 5, words: int | None = None) -> None:
        self.order = order
        self._followers: list[dict[tuple[str, ...], Counter[str]]] = [defaultdict(Counter) for _ in range(order)]
        for document in documents:
            padded = self._padded(document)
            for place in range(order - 1, len(padded)):
                for length, table in enumerate(self._followers):
                    table[tuple(padded[place - length : place])][padded[place]] += 1
        self._totals = [{run: found.total() for run, found in table.items()} for table in self._followers]
        self._floor = 1 / (words or len(self._followers[0].get((), ())) + UNSEEN)

    def bits(self, document: Document) -> float:
        """Bits that the model needs for a document and its end."""
        padded = self._padded(document)
        places = range(self.order - 1, len(padded))
        return sum(
            -math.log2(self.probability(padded[place - self.order + 1 : place], padded[place])) for place in places
        )

    def bits_a_token(self, documents: Iterable[Document]) -> float:
        """Mean over all tokens of the documents, an end counting as one; ValueError where there is no document."""
        bits, count = 0.0, 0
        for document in documents:
            bits, count = bits + self.bits(document), count + len(document) + 1
        if not count:
            raise ValueError("no document to measure")
        return bits / count

    def probability(self, before: Document, word: str) -> float:
        """How likely a word is behind the ``order - 1`` tokens before it; in front of a document stands ``START``."""
        found = self._floor
        for length, table in enumerate(self._followers):
            run = tuple(before[len(before) - length :])
            followers = table.get(run)
            if followers is None:
                break
            found = (followers.get(word, 0) + len(followers) * found) / (self._totals[length][run] + len(followers))
        return found

    def _padded(self, document: Document) -> list[str]:
        return [START] * (self.order - 1) + list(document) + [END]
