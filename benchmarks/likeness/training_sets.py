"""Training and test sets of the language models: definitions of kernels and of their functions, each once."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.likeness.code_tokens import code_tokens
from benchmarks.likeness.kernel_sets import RealKernel, stream_sources
from benchmarks.likeness.kernel_source import body_of
from generator.production.folder.errors import BuildError

Tokens = tuple[str, ...]

MOST_OF_REAL = 0.8
"""Largest share of real train in a training set, so that seeds see different parts of it."""


@dataclass(frozen=True)
class HeldOut:
    """Documents by project to choose models by (validation) and to measure them by (test)."""

    validation: Mapping[str, Sequence[Tokens]]
    test: Mapping[str, Sequence[Tokens]]

    def documents(self) -> frozenset[Tokens]:
        """All documents, to be kept out of training."""
        return frozenset(each for split in (self.validation, self.test) for found in split.values() for each in found)


def documents_of(sources: Iterable[str], without: frozenset[Tokens] = frozenset()) -> Iterator[Tokens]:
    """Tokens of the definitions at the top of the sources, in order, each once; docstrings left out."""
    seen = set(without)
    for source in sources:
        for statement in ast.parse(source).body:
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                continue
            tokens = tuple(code_tokens([_without_docstring(statement)]))
            if tokens not in seen:
                seen.add(tokens)
                yield tokens


def held_out(kernels: Sequence[RealKernel]) -> HeldOut:
    """Validation and test of a collected folder, by project; BuildError where one is empty."""
    splits: dict[str, dict[str, list[Tokens]]] = {"validation": {}, "test": {}}
    for split, found in splits.items():
        for package in sorted({kernel.package for kernel in kernels if kernel.split == split}):
            sources = [kernel.source for kernel in kernels if kernel.split == split and kernel.package == package]
            found[package] = list(documents_of(sources))
        if not any(found.values()):
            raise BuildError(f"no kernels of the split {split}: collect the packages that `configs/real.txt` lists")
    return HeldOut(**splits)


def training_sets(
    kernels: Sequence[RealKernel], kept_out: HeldOut, config: str, seed: int, tokens: int
) -> dict[str, list[Tokens]]:
    """Name -> documents: default rows, real train and half of each, ``tokens`` long; and both whole, twice as long.

    ``tokens`` is less where real train is short. None of the documents is in validation or test.
    """
    without = kept_out.documents()
    train = list(documents_of((kernel.source for kernel in kernels if kernel.split == "train"), without))
    if not train:
        raise BuildError("no kernels of the split train: collect the packages that `configs/real.txt` lists")
    tokens = min(tokens, int(MOST_OF_REAL * sum(map(len, train))))
    random.Random(seed).shuffle(train)
    ours = first(documents_of(stream_sources(config, seed), without), tokens)
    random.Random(seed).shuffle(ours)
    real = first(train, tokens)
    return {
        "default rows": ours,
        "real train": real,
        "half of each": first(ours, tokens // 2) + first(real, tokens // 2),
        "real train and as many default rows": real + ours,
    }


def first(documents: Iterable[Tokens], tokens: int) -> list[Tokens]:
    """The first documents, until they have at least ``tokens`` tokens."""
    found, length = [], 0
    for document in documents:
        if length >= tokens:
            break
        found.append(document)
        length += len(document)
    return found


def _without_docstring(definition: ast.FunctionDef | ast.ClassDef) -> ast.stmt:
    if isinstance(definition, ast.ClassDef):
        return definition
    bare = copy.copy(definition)
    bare.body = list(body_of(definition)) or [ast.Pass()]
    return bare
