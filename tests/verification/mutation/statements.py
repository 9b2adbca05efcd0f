"""The statements of a CUDA column as Warp prints them, one a line: what a mutation changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

_COMPARISON = ("<=", ">=", "==", "!=", "<", ">")
_GUARD = ("_idx", "<", "dim.size;")
FORWARD, REVERSE = "forward", "reverse"


@dataclass(frozen=True)
class Statement:
    """A line as a call: ``target = callee(arguments);``, where the callee may be an operator or a keyword.

    ``var_5 = (var_2 < var_4);`` has the callee "<", ``adj_0 += adj_1;`` has "+=" with the target among the arguments,
    ``const wp::int32 var_4 = 1;`` has "const" with the number, ``if (!var_5) {`` has "if" and "!var_5". ``indent`` is
    what stands before, ``line`` counts from 0, ``part`` is "reverse" in the adjoint half of a body, else "forward".
    """

    target: str
    callee: str
    arguments: tuple[str, ...]
    indent: str = ""
    line: int = 0
    part: str = FORWARD

    def __str__(self) -> str:
        form = FORMS.get(self.callee, "{assigned}{callee}({arguments});")
        assigned = f"{self.target} = " if self.target else ""
        listed = ", ".join(self.arguments)
        first, *rest = (*self.arguments, "", "")
        text = form.format(
            assigned=assigned, target=self.target, callee=self.callee, arguments=listed, first=first, second=rest[0]
        )
        return self.indent + text

    def with_arguments(self, *arguments: str) -> Statement:
        """The same with other arguments."""
        return replace(self, arguments=arguments)


FORMS = {
    **dict.fromkeys(_COMPARISON, "{assigned}({first} {callee} {second});"),
    "+=": "{target} += {first};",
    "const": "const {target} = {first};",
    "if": "if ({first}) {{",
    "guard <": "_idx < {first};",
    "guard <=": "_idx <= {first};",
}
"""How statements that are no calls are printed."""


@dataclass(frozen=True)
class Body:
    """The statements of one function, and the types of its variables by name."""

    statements: tuple[Statement, ...]
    types: dict[str, str]


def bodies(text: str) -> list[Body]:
    """The functions and kernels of a column, in order; what is neither a statement nor a declaration is left out."""
    found: list[Body] = []
    statements: list[Statement] = []
    types: dict[str, str] = {}
    part = FORWARD
    for line, row in enumerate(text.split("\n")):
        if row == "{":
            statements, types, part = [], {}, FORWARD
        elif row == "}":
            found.append(Body(tuple(statements), types))
        elif row.strip() == "// reverse":
            part = REVERSE
        elif row.startswith(" ") and not row.lstrip().startswith("//"):
            statement = statement_of(row, line, part)
            if statement is not None:
                statements.append(statement)
            kind, _, name = row.strip().partition(" = ")[0].rstrip(";").rpartition(" ")
            if kind and "(" not in kind:
                types.setdefault(name, kind.removeprefix("const "))
    return found


def statement_of(row: str, line: int = 0, part: str = FORWARD) -> Statement | None:
    """The statement in a line; None where there is none that computes: declarations, labels, jumps, brackets."""
    text = row.strip()
    indent = row[: len(row) - len(row.lstrip())]

    def made(target: str, callee: str, *arguments: str) -> Statement:
        return Statement(target, callee, arguments, indent, line, part)

    words = text.split(" ")
    if tuple(words) == _GUARD:
        return made("", "guard <", "dim.size")
    if text.startswith("if (") and text.endswith(") {"):
        return made("", "if", text[4:-3])
    if not text.endswith(";") or text.startswith(("goto ", "return", "if (", "for (")):
        return None
    text = text[:-1]
    target, equals, value = text.partition(" = ")
    if text.startswith("const ") and equals:
        return made(target.removeprefix("const "), "const", value)
    if len(words) == 3 and words[1] == "+=":
        return made(words[0], "+=", text.partition(" += ")[2])
    if equals and value.startswith("(") and value.endswith(")"):
        parts = value[1:-1].split(" ")
        return made(target, parts[1], parts[0], parts[2]) if len(parts) == 3 and parts[1] in _COMPARISON else None
    call = value if equals else text
    opened = _opening(call)
    if opened <= 0 or (equals and " " in target):
        return None
    return made(target if equals else "", call[:opened], *_split(call[opened + 1 : -1]))


def _opening(call: str) -> int:
    """Where the bracket begins that the text ends with; -1 where it ends with none."""
    depth = 0
    for place in range(len(call) - 1, -1, -1):
        depth += (call[place] == ")") - (call[place] == "(")
        if depth == 0:
            return place if call[place] == "(" else -1
    return -1


def _split(arguments: str) -> Iterator[str]:
    depth = start = 0
    for place, letter in enumerate(arguments):
        depth += (letter in "(<{[") - (letter in ")>}]")
        if letter == "," and depth == 0:
            yield arguments[start:place].strip()
            start = place + 1
    if arguments[start:].strip():
        yield arguments[start:].strip()
