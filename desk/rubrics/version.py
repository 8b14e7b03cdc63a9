"""The page of a rubric version, and the page with its changes since another version."""

import difflib
from collections.abc import Iterator

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

from core.database.whole_numbers import whole_number
from desk.pages import Framed, Values
from desk.rubrics.lists import versions_in
from people.access import has_projects, projects_of
from surveys.languages.translations import languages_in_words
from surveys.models import RubricVersion
from surveys.versions.difference import rubric_difference

MARKS = {"+": "new", "-": "gone", "@": "place"}


class VersionPage(Framed, TemplateView):
    """The page of a rubric version, with its unchangeable YAML and links to use it."""

    template_name = "desk/rubrics/version.html"

    def get_context_data(self, **more: object) -> Values:
        version = versions_in(projects_of(self.request)).filter(pk=self.kwargs["pk"]).first()
        if version is None:
            raise Http404
        self.title = str(version)
        return super().get_context_data(
            version=version,
            languages=languages_in_words(version.spec),
            may_write=has_projects(self.request, write=True),
            **more,
        )


class DifferencePage(VersionPage):
    """The page with the changes since another version of the rubric, and the answers that remain
    comparable. `?since=` names the other version, by default the previous one."""

    template_name = "desk/rubrics/difference.html"

    def get_context_data(self, **more: object) -> Values:
        context = super().get_context_data(**more)
        new: RubricVersion = context["version"]
        others = list(new.rubric.versions.exclude(pk=new.pk).order_by("-number"))
        old = _chosen(new, others, whole_number(self.request.GET.get("since", "")) or 0)
        if old is not None:
            context["difference"] = rubric_difference(old.spec, new.spec)
            context["lines"] = list(_lines(old.source, new.source))
        return context | {"title": _("Changes"), "others": others, "old": old}


def _chosen(new: RubricVersion, others: list[RubricVersion], since: int) -> RubricVersion | None:
    """Return the version with the id `since` or, if `since` is 0, the version before `new`. If
    there is no such version, return the oldest of `others`, or None if `others` is empty."""
    wanted = [each for each in others if each.pk == since]
    before = [each for each in others if not since and each.number < new.number]
    return next(iter([*wanted, *before, *others[-1:]]), None)


def _lines(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield (state, line) for each line of the diff. The state is "new", "gone", "place" (the
    position of a change) or "" (unchanged)."""
    for line in difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=3):
        if not line.startswith(("---", "+++")):
            yield MARKS.get(line[:1], ""), line
