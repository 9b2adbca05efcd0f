"""First sentences of tellings, and the headings of a specification's parts."""

from __future__ import annotations

OPENINGS: tuple[str, ...] = (
    "Write the kernel `{name}`. {purpose}",
    "Write a kernel `{name}` with one {worker} per {record}. {purpose}",
    "{purpose} Name the kernel `{name}`.",
    "{purpose} The kernel is called `{name}`.",
    "{purpose} Do this in a kernel `{name}`, one {worker} per {record}.",
    "Task: {purpose} The kernel is called `{name}`.",
    "Purpose of the kernel `{name}`: {purpose}",
    "Kernel `{name}`, {threads} threads, one {record} per {worker}. {purpose}",
    "The kernel `{name}` runs in {threads} threads. {purpose}",
    "The kernel `{name}` handles one {record} per {worker}. {purpose}",
    "# {name}\n\n{purpose}",
    "## Kernel `{name}` ({field})\n\n{purpose}",
    "Please implement the kernel `{name}`. {purpose}",
    "Implement a kernel called `{name}`. {purpose}",
    "We need a kernel `{name}`. {purpose}",
    "I need a kernel called `{name}`. {purpose}",
    "Specification of `{name}`, a Warp kernel. {purpose}",
    "`{name}` is a Warp kernel with one {worker} per {record}. {purpose}",
)
"""Of specifications, each as likely; who asks says whether the kernel is to be written in Warp or in CUDA.

A ``worker`` is a thread, or the block of threads that shares a record.
"""

ACCOUNT_OPENINGS: tuple[str, ...] = (
    "`{name}` gives each {record} one {worker}, with the index {index}.",
    "Each {worker} handles one {record}, whose index is {index}.",
    "Each {worker} reads its index {index} and handles the {record} there.",
    "Every {record} has its own {worker}, with the index {index}.",
    "One {worker} per {record}, with the index {index}:",
    "There are {threads} threads; {index} says which {record} a {worker} handles.",
    "The kernel goes over {records} with {threads} threads; {index} is the index of a {worker}.",
    "How `{name}` works, for the {record} at {index}:",
    "Step by step, for the {record} at {index}:",
    "What the {worker} {index} does for its {record}:",
    "The {worker} {index} handles one {record}:",
    "For each {record}, at {index}:",
    "Launched with {threads} threads, the kernel handles one {record} per {worker}, the one at {index}.",
    "All {records} are handled in parallel, one per {worker}; {index} is the index of a {worker}.",
    "In `{name}`, the {worker} with the index {index} works on one {record}.",
)
"""Of narrations, each as likely."""


PARTS = ("launch", "arguments", "beside", "procedure")
"""Parts of a specification."""

_HEADINGS = (
    ("", "Arguments, in this order:", "", "Each thread:"),
    ("## Launch", "## Arguments", "## Definitions", "## Computation"),
    ("**Threads.**", "**Parameters, in order.**", "**Definitions.**", "**What a thread does.**"),
    ("", "It takes:", "It uses:", "Procedure:"),
    ("Grid:", "Signature:", "Module:", "Body:"),
    ("How it is launched", "What it takes", "What it uses", "What it does"),
)

SECTIONS: tuple[dict[str, str], ...] = tuple(dict(zip(PARTS, row, strict=True)) for row in _HEADINGS)
"""Headings of specifications by part, empty where none stands; each as likely."""
