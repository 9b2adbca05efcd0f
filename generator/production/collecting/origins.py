"""Origin and terms of a project's rows: from its wheel, or from the owner of a private folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from generator.dataset.real_rows import Origin
from generator.production.collecting.attribution.licences import (
    NotRedistributable,
    PackageLicences,
    Terms,
    installed_warp_licences,
    package_licences,
    row_terms,
)
from generator.production.collecting.attribution.notices import Attribution, attribution
from generator.production.collecting.sources.projects import Project
from generator.production.collecting.sources.requirements import WARP
from generator.production.folder.errors import BuildError


class NotPassedOn(BuildError):
    """A whole package may not be collected; the message is one line that says why."""


@dataclass
class Origins:
    """Origins of a project's rows; ``license`` is the one that the owner of a private folder names."""

    project: Project
    license: str = ""
    terms: list[Terms] = field(default_factory=list)

    @cached_property
    def licences(self) -> PackageLicences | None:
        """Licences of a project's wheel; None for a private folder. Raises NotPassedOn."""
        if self.project.private:
            return None
        try:
            return installed_warp_licences() if self.project.name == WARP else package_licences(self.project.root)
        except NotRedistributable as error:
            raise NotPassedOn(f"{error}: take {self.project.name} out of the list") from None

    def origin_of(self, row: Mapping[str, Any]) -> Origin:
        """The origin of a raw row; raises NotRedistributable."""
        project = self.project
        if self.licences is None:
            return Origin(project.name, project.version, self.license, "", "")
        terms = row_terms(self.licences, row)
        self.terms.append(terms)
        return Origin(project.name, project.version, terms.license, self.licences.metadata.url, terms.copyright)

    def attribution(self) -> Attribution | None:
        """The project's entry in the notices; None where it gave no row, and for a private folder."""
        return attribution(self.licences, self.terms) if self.licences is not None and self.terms else None
