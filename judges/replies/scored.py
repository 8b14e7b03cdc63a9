"""Importing the scores in a dataset's file as the replies of a judge. Each score answers one
criterion."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.naming import free_name
from hits.models import HIT, Batch
from hits.stimulus import hits_with_words, words_of_hit
from judges.models import JudgeRun
from judges.replies.importing import JudgeSettings, RunImport, import_judge_run
from people.models import User
from stimuli.imports.scores import ScoreRow, score_rows, scores_of
from surveys.base import Stimulus
from surveys.prompts.narrowing import judged_criteria, narrowed
from surveys.prompts.sections import asked_panels
from surveys.prompts.structured import scored_reply
from surveys.questions import Question
from surveys.spec import Criterion, Rubric

PASS = (0, 1)  # the only answers to a question that a pass or fail can also answer
LONGEST_NAME = JudgeRun._meta.get_field("name").max_length or 0
LONGEST_MODEL = JudgeRun._meta.get_field("model").max_length or 0


@dataclass(frozen=True)
class Scorable:
    """A criterion that can be answered with a single number about one output."""

    criterion: Criterion
    rubric: Rubric
    stimulus: Stimulus
    question: Question

    def fits(self, score: Mapping[str, Any]) -> bool:
        """Return whether the score has the same range and the same best end as the question. If the
        file does not state them, the score fits."""
        ends = score["low"], score["high"]
        is_reversed = {score["best"], self.criterion.best} == {"highest", "lowest"}
        return ends in ((None, None), self.question.reach) and not is_reversed

    def reply(self, row: ScoreRow) -> str | None:
        """Return the reply with the score in `row`, or None if the score cannot be a reply. If the
        question has only the answers pass and fail, use the row's `passed` if it is given. A pass
        is the criterion's better answer."""
        value, passed = float(row["value"]), row.get("passed")
        is_lowest = self.criterion.best == "lowest"
        has_verdict = passed is not None and tuple(self.question.values()) == PASS
        if has_verdict and (is_lowest or value not in PASS):
            value = float(passed != is_lowest)
        number = int(value) if value.is_integer() else value
        return scored_reply(self.rubric, self.stimulus, number, row.get("reason", ""))


def scorable(batch: Batch) -> dict[str, Scorable]:
    """Return the criteria that can be answered with a score, by key. Return an empty dict if the
    batch has no HITs yet or if a HIT shows several outputs."""
    rubric = batch.rubric_version.spec
    hit = batch.hits.filter(purpose=HIT.Purpose.MAIN).order_by("pk").first()
    if hit is None or rubric.outputs.per_page > 1:
        return {}
    stimulus = words_of_hit(hits_with_words([hit.pk])[hit.pk])
    by_key = {}
    for criterion in judged_criteria(rubric):
        alone = narrowed(rubric, [criterion.key])
        if scored_reply(alone, stimulus, 0) is not None:
            all_asked = [
                each for panel in asked_panels(alone, stimulus) for each in panel.questions
            ]
            question = next(each for each in all_asked if not each.is_text)
            by_key[criterion.key] = Scorable(criterion, alone, stimulus, question)
    return by_key


@transaction.atomic
def judge_by_scores(
    *, batch: Batch, answers: Mapping[str, str], by: User | None
) -> list[RunImport]:
    """Create a judge run for each model whose scores are chosen, and return the results. `answers`
    maps the key of a criterion to the name of the score. Scores that are not valid answers are
    stored as unreadable replies. Raises RateroomError if a score does not fit its criterion."""
    brought_by, criteria = scores_of(batch.dataset_id), scorable(batch)
    scores = brought_by.contents["scores"] if brought_by else {}
    if brought_by is None or not answers or not criteria.keys() >= answers.keys():
        raise RateroomError(_("Choose scores that fit criteria of this batch."), where=_("Scores"))
    for key, name in answers.items():
        if name not in scores or not criteria[key].fits(scores[name]):
            what = _("The score “%(name)s” does not fit the criterion “%(criterion)s”.")
            raise _refused(what % {"name": name[:80], "criterion": criteria[key].criterion.title})
    runs = []
    for model in dict.fromkeys(scores[name]["by"] for name in answers.values()):
        of_model = {key: name for key, name in answers.items() if scores[name]["by"] == model}
        named = model or ", ".join(dict.fromkeys(of_model.values()))
        with score_rows(brought_by) as rows:
            run = import_judge_run(
                batch=batch,
                settings=JudgeSettings(
                    name=_free_name(batch, f"{named} ({brought_by.dataset_name})"),
                    model=named[:LONGEST_MODEL],
                ),
                replies=_replies(rows, of_model, criteria),
                by=by,
                skip_unknown=True,
                document=_("Scores"),
            )
        runs.append(run)
    return runs


def _refused(what: str) -> RateroomError:
    remedy = _("Choose a score whose range and direction match the criterion.")
    return RateroomError(what, where=_("Scores"), remedy=remedy)


def _free_name(batch: Batch, name: str) -> str:
    taken = set(batch.judge_runs.values_list("name", flat=True))
    return free_name(name[: LONGEST_NAME - 8], taken)


def _replies(
    rows: Iterator[ScoreRow], answers: Mapping[str, str], criteria: Mapping[str, Scorable]
) -> Iterator[Mapping[str, object]]:
    for number, row in enumerate(rows, 1):
        for key, name in answers.items():
            if row["metric"] == name:
                place = {"row": number, "item": row["item"], "system": row["system"]}
                yield {**place, "criterion": key, "reply": criteria[key].reply(row)}
