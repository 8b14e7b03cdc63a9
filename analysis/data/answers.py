"""SQL for each selection of people's answers, and names and judge runs of the compared batches."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from analysis.data.facts import Answers
from core.errors import RateroomError
from hits.models import Batch
from hits.states import PARTS, load_with_states
from judges.models import JudgeRun
from judges.prompts.prompting import fields_unseen

# The SQL condition on people's answers for each choice.
CONDITIONS: dict[Answers, str] = {
    "counted": PARTS["is_counted"],
    "with_excluded": PARTS["is_or_was_counted"],
    "answered": f"({PARTS['is_answered']} and h.purpose = 'main')",
    "beside_adjudicated": f"{PARTS['is_counted']} and {PARTS['is_adjudicated']}",
}


# The SQL parts that replace people's parts if adjudicated decisions are requested.
_ADJUDICATED = {"people": "adjudicators", "numbers": "adjudicators_numbers"}


def for_each_choice(path: str, name: str, parts: Sequence[str] = ("people",)) -> dict[Answers, str]:
    """Return the statement `name` from the file at `path` for each selection of answers. `parts`
    lists other statements in the same file, which are inserted into the statement `name`. For
    adjudicated answers, the versions of these statements for adjudicators are inserted."""
    statements: dict[Answers, str] = {}
    for answers, condition in CONDITIONS.items():
        of_people = {part: load_with_states(path, part, wanted=condition) for part in parts}
        statements[answers] = load_with_states(path, name, **of_people)
    decided = {part: load_with_states(path, _ADJUDICATED[part]) for part in parts}
    return {**statements, "adjudicated": load_with_states(path, name, **decided)}


def check_rubrics(batches: Sequence[Batch]) -> None:
    """Raise RateroomError unless all batches have exactly the same rubric."""
    first = batches[0]
    for batch in batches[1:]:
        if batch.rubric_version.sha256 != first.rubric_version.sha256:
            raise RateroomError(
                _(
                    "“%(first)s” and “%(second)s” have different rubrics. You can only compare "
                    "batches whose rubrics have the same SHA-256."
                )
                % {"first": first.title, "second": batch.title}
            )


def by_name(batches: Sequence[Batch]) -> dict[str, Batch]:
    """Return the batches by title. If several batches share a title, the batch number is added to
    it."""
    titles = [batch.title for batch in batches]
    return {
        batch.title if titles.count(batch.title) == 1 else f"{batch.title} ({batch.pk})": batch
        for batch in batches
    }


def runs_of(batches: Sequence[Batch]) -> QuerySet[JudgeRun]:
    """Return all batches' judge runs, oldest first, with data on what each judge was shown."""
    runs = JudgeRun.objects.filter(batch__in=batches).order_by("pk")
    return runs.select_related("batch__rubric_version", "template")


def unseen_by_judge(batches: Sequence[Batch]) -> dict[str, tuple[str, ...]]:
    """Return, by the judge's name, the fields that people saw and the judge did not see in any of
    its runs. A question mark after a field means that we do not know whether the judge saw it."""
    unseen: dict[str, dict[str, None]] = {}
    for run in runs_of(batches):
        unseen.setdefault(run.name, {}).update(dict.fromkeys(fields_unseen(run)))
    return {name: tuple(fields) for name, fields in unseen.items() if fields}
