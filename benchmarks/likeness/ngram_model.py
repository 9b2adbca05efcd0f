"""An n-gram model of tokens with Witten-Bell interpolation: the fewer distinct followers, the surer a context."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

START, END = "<start>", "<end>"

UNSEEN = 1000
"""Number of unseen words that a model reserves probability for."""

Document = Sequence[str]


class NgramModel:
    """Counts of the followers of each run of up to ``order - 1`` tokens; no run crosses documents.

    ``words`` is the size of the vocabulary over which the remaining probability is spread evenly: give compared models
    the same. By default it is the vocabulary of the documents plus ``UNSEEN``.
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
        """Bits that the model needs for a document with its end."""
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
        """Probability of a word after the ``order - 1`` tokens ``before``; ``START`` precedes a document."""
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
