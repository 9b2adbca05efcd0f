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
    "`{name}` works on one {record} a thread. {purpose}",
    "To be written: the kernel `{name}`. {purpose}",
    "Missing from a code for {field}: the kernel `{name}`. {purpose}",
)
"""Of specifications, each as likely; who asks says whether the kernel is to be written in Warp or in CUDA."""

ACCOUNT_OPENINGS: tuple[str, ...] = (
    "`{name}` gives each {record} a thread, {index}.",
    "Each thread handles one {record}: its index is {index}.",
    "A thread of this kernel has the index {index} and works on one {record}.",
    "One {record} is one thread's work, and {index} tells which.",
    "There are {threads} threads; {index} says which {record} a thread handles.",
    "The {record} of a thread is that of its index {index}.",
    "This kernel goes over {records} with {threads} threads, {index} being the thread's own index.",
    "How it works, for the thread {index}, that is, for one {record}:",
    "Step by step, for one {record}, that of the thread {index}:",
    "Launched with {threads} threads, the kernel first asks for its index {index}, which stands for one {record}.",
    "All {records} are handled at once, one a thread; {index} is the thread's index.",
    "Let {index} be the index of a thread and so of its {record}.",
    "Threads of `{name}` read their index {index} and take the {record} with that index.",
    "Here is what happens in the thread {index}, to which one {record} belongs.",
    "Every {record} is handled by itself, by the thread {index}.",
    "Take the thread {index} and its {record}.",
    "`{name}`, told for the thread {index} and its {record}:",
    "With {index} from the launch, a thread knows its {record}.",
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
