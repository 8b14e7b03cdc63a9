"""The checklist's items for papers on a human evaluation, and those for a published dataset."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from hits.models import Batch

Known = Callable[[Batch], str]


@dataclass(frozen=True)
class Item:
    """An item of the checklist. `question` is what the form asks if nothing is known about the
    item. If `of_project` is true, a statement about the item applies to all batches of the
    project."""

    key: str
    title: str | Promise
    question: str | Promise = ""
    of_project: bool = False


# Items in the order of the methods text.
REPORTED = (
    Item("purpose", _("Purpose"), _("Why were people needed to rate the outputs?")),
    Item("criteria", _("Criteria")),
    Item("systems", _("Systems")),
    Item("sample", _("Sample")),
    Item("limits", _("Limitations of the sample"), _("What does the sample not cover?")),
    Item("design", _("Study design")),
    Item("instructions", _("Instructions")),
    Item("annotators", _("Annotators")),
    Item("recruitment", _("Recruitment"), _("How did people hear about the study?")),
    Item("eligibility", _("Inclusion criteria"), _("Who could take part, and why?")),
    Item("pay", _("Pay"), _("How much were people paid, and is that adequate where they live?")),
    Item("consent", _("Consent"), _("What did people agree to, and how?")),
    Item(
        "ethics",
        _("Ethics review"),
        _(
            "Which board reviewed the study, and what is its approval number? If there was no "
            "review, why?"
        ),
        of_project=True,
    ),
    Item("training", _("Training")),
    Item("checks", _("Quality checks")),
    Item("exclusions", capfirst(_("Exclusion rules"))),
    Item("demographics", _("Demographics")),
    Item("agreement", _("Agreement between people")),
    Item("tests", _("Statistical tests")),
    Item(
        "power", _("Sample size"), _("How did you choose the sample size? Give the power analysis.")
    ),
)
# Items for published data. The checklist does not count them.
PUBLISHED = (
    Item("risks", _("Risks"), _("What were the risks, and who was informed about them?")),
    Item("biases", _("Biases"), _("Which biases could the data have?")),
    Item("uses", _("Intended uses"), _("Which uses of the data are intended, and which are not?")),
    Item("impact", _("Social impact"), _("Who could be helped or harmed by publishing the data?")),
    Item("source", _("Sources"), _("Which data and models do the items and outputs come from?")),
    Item(
        "licence",
        _("Licence"),
        _("What is the licence of the data? Enter an SPDX identifier or a web address."),
        of_project=True,
    ),
    Item("doi", "DOI", _("What is the DOI of the data? For example 10.5281/zenodo.7.")),
)
ITEMS = {item.key: item for item in (*REPORTED, *PUBLISHED)}

# Facts from the database for each item, as sentences for a paper. Other apps add theirs.
KNOWN: dict[str, list[Known]] = {key: [] for key in ITEMS}
