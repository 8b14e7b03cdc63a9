"""Raw replies of a judge: the form to upload them as a run, and the CSV file to fill in."""

import csv
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.errors import RateroomError, located
from core.tabular.formulas import guarded
from core.tabular.uploaded import uploaded
from hits.access import batch_for_researcher
from hits.models import HIT, Batch
from hits.models.work import OUTPUT_SYSTEMS
from judges.replies.importing import JudgeSettings, RunImport, import_judge_run
from judges.replies.tables import read_replies
from people.access import user_of
from people.models import User

MOST_OUTPUTS = 2  # outputs that a CSV row can name


class RepliesForm(forms.Form):
    """A form to import a file of raw replies as a run, with the run's name and model."""

    replies = forms.FileField(
        label=_("File of raw replies"),
        help_text=_(
            "CSV or JSONL with the columns item, system and reply. Optional: sample, criterion."
        ),
    )
    name = forms.CharField(label=_("Name"), max_length=120)
    model = forms.CharField(label=capfirst(_("Model")), max_length=120)
    skip_unknown = forms.BooleanField(
        label=_("Skip rows for outputs that are not in the batch"), required=False
    )

    prefix = "replies"

    def __init__(self, *sent: Any, batch: Batch) -> None:
        super().__init__(*sent)
        self.batch = batch

    def store(self, *, by: User) -> RunImport | None:
        """Import the replies as a run, and return the result. If the import fails, add the problems
        to the form and return None."""
        values = self.cleaned_data
        try:
            with uploaded(values["replies"]) as path:
                return import_judge_run(
                    batch=self.batch,
                    settings=JudgeSettings(name=values["name"], model=values["model"]),
                    replies=read_replies(path),
                    by=by,
                    skip_unknown=values["skip_unknown"],
                    document=path.name,
                )
        except RateroomError as error:
            for problem in located(error):
                self.add_error(None, str(problem))
        return None


def has_file_to_fill_in(batch: Batch) -> bool:
    """Return whether there is a CSV file to fill in for this batch. A row of the file can name at
    most MOST_OUTPUTS outputs."""
    return batch.rubric_version.spec.outputs.per_page <= MOST_OUTPUTS


def replies_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Download a CSV file with a row for each main HIT, and an empty column for the judge's
    replies."""
    batch = batch_for_researcher(user_of(request), pk)
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="batch-{pk}-replies.csv"'
    systems = ["system", "system_b"][: batch.rubric_version.spec.outputs.per_page]
    writer = csv.writer(response)
    writer.writerow(["item", *systems, "reply"])
    rows = batch.hits.filter(purpose=HIT.Purpose.MAIN).annotate(systems=OUTPUT_SYSTEMS)
    named = rows.order_by("position", "pk").values_list("item__external_id", "systems")
    for item, names in named.iterator():
        writer.writerow([*map(guarded, (item, *names[: len(systems)])), ""])
    return response
