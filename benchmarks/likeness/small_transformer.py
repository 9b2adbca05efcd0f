"""A small transformer, trained from scratch on a CPU in minutes: half a million weights."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from benchmarks.likeness.ngram_model import END, START, Document

UNKNOWN = "<unknown>"

MEASURED = 64
"""Windows per batch when measuring."""


@dataclass(frozen=True)
class Size:
    """Size of the model and its training; ``checks`` is the number of validations."""

    width: int = 128
    heads: int = 4
    layers: int = 2
    context: int = 128
    batch: int = 16
    steps: int = 400
    rate: float = 2e-3
    checks: int = 4


class SmallTransformer(nn.Module):
    """Causal attention over ``context`` tokens; the output layer shares the weights of the embedding."""

    def __init__(self, words: Sequence[str], size: Size) -> None:
        super().__init__()
        self.size = size
        self.numbers = {word: number for number, word in enumerate((UNKNOWN, START, END, *words))}
        self.words = nn.Embedding(len(self.numbers), size.width)
        self.places = nn.Embedding(size.context, size.width)
        for table in (self.words, self.places):
            nn.init.normal_(table.weight, std=0.02)
        layer = nn.TransformerEncoderLayer(
            size.width, size.heads, 4 * size.width, 0.1, "gelu", batch_first=True, norm_first=True
        )
        self.layers = nn.TransformerEncoder(layer, size.layers, nn.LayerNorm(size.width), enable_nested_tensor=False)
        self.register_buffer("future", torch.triu(torch.ones(size.context, size.context, dtype=torch.bool), 1))

    def forward(self, numbers: Tensor) -> Tensor:
        """Scores of the next word, (batch, length, words), after each of (batch, length) tokens."""
        length = numbers.shape[1]
        found = self.words(numbers) + self.places(torch.arange(length))
        found = self.layers(found, mask=self.future[:length, :length], is_causal=True)
        return found @ self.words.weight.T

    def encode(self, document: Document) -> list[int]:
        """Token numbers of a document, with start and end."""
        return [self.numbers.get(word, 0) for word in (START, *document, END)]

    @torch.no_grad()
    def bits(self, documents: Sequence[Document]) -> float:
        """Bits for documents and their ends; a token sees at least half a context, if its document has so much."""
        self.eval()
        windows = [window for each in documents for window in self._windows(self.encode(each))]
        windows.sort(key=lambda window: len(window[0]))  # little padding
        nats = 0.0
        for start in range(0, len(windows), MEASURED):
            some = windows[start : start + MEASURED]
            given = nn.utils.rnn.pad_sequence([window[0] for window in some], batch_first=True)
            wanted = nn.utils.rnn.pad_sequence([window[1] for window in some], batch_first=True, padding_value=-100)
            nats += float(cross_entropy(self(given).flatten(0, 1), wanted.flatten(), reduction="sum"))
        return nats / math.log(2)

    def _windows(self, numbers: Sequence[int]) -> Iterator[tuple[Tensor, Tensor]]:
        """(tokens, next tokens), the latter -100 where an earlier window measured them."""
        half = self.size.context // 2
        start = 0
        while True:
            stop = min(start + self.size.context, len(numbers) - 1)
            wanted = torch.tensor(numbers[start + 1 : stop + 1])
            if start:
                wanted[:half] = -100
            yield torch.tensor(numbers[start:stop]), wanted
            if stop == len(numbers) - 1:
                return
            start += half


def trained(
    documents: Sequence[Document], validation: Sequence[Document], words: Sequence[str], seed: int, size: Size
) -> SmallTransformer:
    """The trained model, in its state with the best validation."""
    torch.manual_seed(seed)
    model = SmallTransformer(words, size)
    text = _text(model, documents, seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=size.rate, weight_decay=0.1, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, size.rate, size.steps, pct_start=0.1)
    best, least = model.state_dict(), math.inf
    for step in range(1, size.steps + 1):
        model.train()
        starts = torch.randint(len(text) - size.context, (size.batch,))
        windows = torch.stack([text[start : start + size.context + 1] for start in starts])
        loss = cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % max(size.steps // size.checks, 1) == 0 and (bits := model.bits(validation)) < least:
            best, least = copy.deepcopy(model.state_dict()), bits
    model.load_state_dict(best)
    return model


def _text(model: SmallTransformer, documents: Sequence[Document], seed: int) -> Tensor:
    """The documents one after another, repeated if they are shorter than a window."""
    shuffled = list(documents)
    random.Random(seed).shuffle(shuffled)
    numbers = [number for each in shuffled for number in model.encode(each)]
    return torch.tensor(numbers * (1 + (model.size.context + 1) // len(numbers)))
