"""One self-contained HTML page about a build: figures, plots and a gallery of rows."""

from generator.production.report.page import write_report

__all__ = ["write_report"]
