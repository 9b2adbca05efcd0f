"""First sentences of tellings, and the headings of a specification's parts."""

from __future__ import annotations

OPENINGS: tuple[str, ...] = (
    "Write the kernel `{name}`. {purpose}",
    "{purpose} This is the work of a kernel `{name}`.",
    "`{name}` is a Warp kernel. Its task: {purpose}",
    "A kernel called `{name}` is needed. {purpose}",
    "Task: {purpose} The kernel is called `{name}`.",
    "The kernel `{name}` runs in {threads} threads. {purpose}",
    "Purpose of the kernel `{name}`: {purpose}",
    "# {name}\n\n{purpose}",
    "Please implement the kernel `{name}`. {purpose}",
    "What `{name}` computes: {purpose} It is a Warp kernel.",
    "In {field} there is this to do. {purpose} The Warp kernel for it is `{name}`.",
    "Specification of `{name}`, a Warp kernel. {purpose}",
    "Goal. {purpose} Name the kernel `{name}`.",
    "We need a kernel `{name}`. {purpose}",
    "Over every {record}, in {threads} threads, a kernel `{name}` is to do this. {purpose}",
    "`{name}` works on one {record} a {worker}. {purpose}",
    "To be written: the kernel `{name}`. {purpose}",
    "Missing from a code for {field}: the kernel `{name}`. {purpose}",
)
"""Of specifications, each as likely; who asks says whether the kernel is to be written in Warp or in CUDA.

A ``worker`` is a thread, or the block of threads that shares a record.
"""

ACCOUNT_OPENINGS: tuple[str, ...] = (
    "`{name}` gives each {record} a {worker}, {index}.",
    "Each {worker} handles one {record}: its index is {index}.",
    "A {worker} of this kernel has the index {index} and works on one {record}.",
    "One {record} is one {worker}'s work, and {index} tells which.",
    "There are {threads} threads; {index} says which {record} a {worker} handles.",
    "The {record} of a {worker} is that of its index {index}.",
    "This kernel goes over {records} with {threads} threads, {index} being the {worker}'s own index.",
    "How it works, for the {worker} {index}, that is, for one {record}:",
    "Step by step, for one {record}, that of the {worker} {index}:",
    "Launched with {threads} threads, the kernel first asks for its index {index}, which stands for one {record}.",
    "All {records} are handled at once, one a {worker}; {index} is the {worker}'s index.",
    "Let {index} be the index of a {worker} and so of its {record}.",
    "The {worker}s of `{name}` read their index {index} and take the {record} with that index.",
    "Here is what happens in the {worker} {index}, to which one {record} belongs.",
    "Every {record} is handled by itself, by the {worker} {index}.",
    "Take the {worker} {index} and its {record}.",
    "`{name}`, told for the {worker} {index} and its {record}:",
    "With {index} from the launch, a {worker} knows its {record}.",
)
"""Of narrations, each as likely."""


PARTS = ("launch", "arguments", "beside", "procedure")
"""Parts of a specification."""

_HEADINGS = (
    ("", "Arguments, in this order:", "", "Each thread:"),
    ("## Launch", "## Arguments", "## Definitions", "## Computation"),
    ("**Threads.**", "**Parameters, in order.**", "**Beside the kernel.**", "**What a thread does.**"),
    ("", "It takes:", "It uses:", "Procedure:"),
    ("Grid:", "Signature:", "Module:", "Body:"),
    ("How it is launched", "What it is given", "What it may call", "What it does"),
)

SECTIONS: tuple[dict[str, str], ...] = tuple(dict(zip(PARTS, row, strict=True)) for row in _HEADINGS)
"""Headings of specifications by part, empty where none stands; each as likely."""
