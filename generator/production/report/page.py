"""Puts the sections of a report together and writes the page."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from generator.production.folder import files
from generator.production.folder.build_folder import Build, open_build
from generator.production.publishing.figures import measure
from generator.production.report.gallery import ROWS, filters, gallery
from generator.production.report.sections import sections, tiles

FOLDER = Path(__file__).parent


def write_report(root: Path, out: Path | None = None, rows: int = ROWS) -> Path:
    """Measure a build and write its page: ``out``, else report.html inside; ``rows`` bounds the gallery."""
    path = out or root / "report.html"
    files.write_bytes(path, render(open_build(root), rows).encode())
    return path


def render(build: Build, rows: int = ROWS) -> str:
    """The page's text; it loads nothing from elsewhere."""
    figures = measure(build)
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    shown = gallery(build, rows)
    words: dict[str, Any] = {
        "title": build.root.resolve().name,
        "style": Markup((FOLDER / "page.css").read_text(encoding="utf-8")),
        "script": Markup(script),
        "policy": content_security_policy(script),
        "tiles": tiles(figures),
        "sections": [(name, anchor, Markup(body)) for name, anchor, body in sections(figures)],
        "rows": Markup(_embedded(shown)),
        "sample": f"{len(shown):,} of the {figures.total:,} rows" if len(shown) < figures.total else "",
        "filters": filters(shown),
    }
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=True)
    return environment.from_string((FOLDER / "page.html").read_text(encoding="utf-8")).render(words)


def content_security_policy(script: str = "") -> str:
    """What the page may load and run: this script by its hash, styles and images of its own, nothing else."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    scripts = f"script-src 'sha256-{digest}'; " if script else ""
    return f"default-src 'none'; {scripts}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def _embedded(data: Any) -> str:
    """JSON that may stand inside a script element, whatever its texts say."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
