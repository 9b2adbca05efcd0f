"""Texts of others steer nothing where they are shown."""

from __future__ import annotations

from markdown_it import MarkdownIt

from generator.escaping import fence_of, for_markdown, for_markdown_code, one_line, visible

HOSTILE = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[click](javascript:alert(1))",
    "![](http://tracker.example/pixel.png)",
    "<javascript:alert(1)>",
    "[a]: javascript:alert(1)",
    "`</code>` **bold** | cell",
    "a\n\n# heading\n\n<b>",
)


def test_markdown_shows_the_text_and_makes_nothing_of_it() -> None:
    for text in HOSTILE:
        html = MarkdownIt("commonmark", {"html": True, "linkify": True}).render(f"Row. {for_markdown(text)}")
        assert html.count("<") == 2 and html.startswith("<p>"), html


def test_code_in_markdown_stays_in_its_backticks_and_its_cell() -> None:
    assert for_markdown_code("a`b|c\nd") == "a'b\u00a6c\\x0ad"
    assert fence_of("a ```` b") == "`````" and fence_of("plain") == "```"


def test_a_terminal_is_not_steered() -> None:
    assert visible("\x1b[31mred\x9b0m\n\tnext\r") == "\\x1b[31mred\\x9b0m\n\tnext\\x0d"
    assert one_line("a\nb\0\u202ec") == "a\\x0ab\\x00\\u202ec"
    assert one_line("x" * 400, 5) == "xxxxx... (400 letters)"
