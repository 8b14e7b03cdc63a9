"""Scores that came with the batch's dataset, taken as judge runs on the page of its judges."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch
from judges.replies.importing import RunImport
from judges.replies.scored import Scorable, judge_by_scores, scorable
from people.models import User
from stimuli.imports.scores import scores_of


class ScoresForm(forms.Form):
    """Which score answers each criterion. It has no field where there is nothing to choose."""

    prefix = "scores"

    def __init__(self, *sent: Any, batch: Batch) -> None:
        super().__init__(*sent)
        self.batch = batch
        if (brought_by := scores_of(batch.dataset_id)) is None:
            return
        scores = brought_by.contents["scores"]
        criteria = scorable(batch)
        for key, each in criteria.items():
            fitting = {name: score["by"] for name, score in scores.items() if each.fits(score)}
            if fitting:
                self.fields[key] = forms.ChoiceField(
                    label=each.criterion.title,
                    choices=[("", _("None")), *map(_named, fitting.items())],
                    initial=_likely(each, fitting, is_only=len(criteria) == 1),
                    required=False,
                )

    def store(self, *, by: User) -> list[RunImport] | None:
        """Return the runs; None, with the error on the form, where there is none."""
        answers = {key: score for key, score in self.cleaned_data.items() if score}
        try:
            return judge_by_scores(batch=self.batch, answers=answers, by=by)
        except RateroomError as error:
            self.add_error(None, str(error))
        return None


def _named(score: tuple[str, str]) -> tuple[str, str]:
    name, model = score
    return name, f"{name} ({model})" if model else name


def _likely(criterion: Scorable, fitting: dict[str, str], *, is_only: bool) -> str:
    """Return the score that has the criterion's name; for an only criterion the only model's."""
    words = {criterion.criterion.key.casefold(), criterion.criterion.title.casefold()}
    by_name = [name for name in fitting if name.casefold() in words]
    by_models = [name for name, model in fitting.items() if model] if is_only else []
    likely = by_name or by_models
    return likely[0] if len(likely) == 1 else ""
