"""Rules for a draft's terms: the terms that apply, the terms that other choices clear, and the
required terms. The prices and samples that a rubric suggests are also read here."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from typing import Any

from django.db import transaction
from django.forms import Field
from django.utils.translation import gettext as _

from core.errors import FieldsError, Problem
from hits.batches.drafting import change_draft
from hits.batches.sampling import strata_of
from hits.models import Batch
from hits.terms import Step, names_in
from stimuli.models import Item
from surveys.models import RubricVersion
from surveys.spec import Terms


@dataclass(frozen=True)
class StartingTerms:
    """A sample and a price that a rubric suggests. `changes` are the new values by field name of
    the draft."""

    reward: Decimal
    fee: Decimal
    percent: Decimal | None
    count: int | None
    changes: dict[str, object]


def starting_terms(version: RubricVersion) -> list[StartingTerms]:
    """Return the samples that the rubric version suggests, with its price. The list is empty if it
    suggests none."""
    terms = version.spec.terms
    if terms is None:
        return []
    price = {"reward": terms.reward, "fee_rule": "flat", "flat_fee": terms.fee}
    return [
        StartingTerms(
            reward=terms.reward,
            fee=terms.fee,
            percent=None if fraction is None else fraction * 100,
            count=count,
            changes={**price, **_sample(fraction, count)},
        )
        for fraction, count in _samples(terms)
    ]


def _samples(terms: Terms) -> Iterator[tuple[Decimal | None, int | None]]:
    if terms.fraction is not None:
        yield terms.fraction, None
    if terms.count is not None:
        yield None, terms.count
    if terms.fraction is None and terms.count is None:
        yield None, None


def _sample(fraction: Decimal | None, count: int | None) -> dict[str, object]:
    if fraction is None and count is None:
        return {}
    rule = "count" if fraction is None else "fraction"
    return {"sample_rule": rule, "sample_fraction": fraction, "sample_count": count}


CENT = Decimal("0.01")
MOST_NAMED = 5  # unknown ids named in a message
REQUIRED = Field.default_error_messages["required"]
Rule = Batch.SampleRule
PAY, SAMPLE = names_in(Step.PEOPLE, Step.PAY), names_in(Step.SAMPLE)
WITHOUT_SESSIONS = {"sitting_hits": None, "sitting_paid_from": 1, "most_sittings": 1}


def not_applying(batch: Batch, among: Collection[str]) -> list[str]:
    """Return the names in `among` of terms that have no effect with the draft's data and rubric."""
    rubric = batch.rubric_version.spec
    alone: set[str] = set()
    if rubric.outputs.per_page == 1:
        alone |= {"pairing", "pairing_reference", "pairs_per_item"}
    if len(rubric.languages) <= 1:
        alone.add("language")
    if "order_of_work" in among and batch.systems.count() == 1:
        alone.add("order_of_work")
    return sorted(alone.intersection(among))


def complete_sample(batch: Batch, terms: Mapping[str, object]) -> dict[str, object]:
    """Return the terms of the sample. Terms that the sample rule does not use are cleared. Raises
    FieldsError if the sample size or the ids are missing or invalid."""
    rule = terms.get("sample_rule")
    complete = dict(terms)
    for name, its_rule in (("sample_count", Rule.COUNT), ("sample_fraction", Rule.FRACTION)):
        if rule != its_rule:
            complete[name] = None
        elif complete.get(name) is None:
            raise _at(name, _("Enter the sample size, or choose another type of sample."))
    if rule in {Rule.ALL, Rule.LIST} and "stratify_by" in complete:
        complete["stratify_by"] = ""
    complete["sample_ids"] = _known_ids(batch, terms) if rule == Rule.LIST else None
    return complete


def _known_ids(batch: Batch, terms: Mapping[str, Any]) -> list[str]:
    """Return the listed item ids without duplicates. Raises FieldsError if there are none, or if an
    id is unknown."""
    ids = list(dict.fromkeys(filter(None, map(str.strip, terms.get("sample_ids") or ()))))
    items = Item.objects.filter(dataset=batch.dataset_id, external_id__in=ids)
    unknown = set(ids) - set(items.values_list("external_id", flat=True))
    if not ids:
        raise _at("sample_ids", _("Paste the ids, one per line, or choose another type of sample."))
    if unknown:
        names = ", ".join(sorted(unknown)[:MOST_NAMED])
        raise _at("sample_ids", _("No item has these ids: %(ids)s") % {"ids": names})
    return ids


def complete_pay(terms: Mapping[str, Any], *, by_session: bool) -> dict[str, object]:
    """Return the terms about people and pay. For pay per session, the reward per HIT is computed
    from the reward per session. Terms about sessions or completion codes that are not used are
    cleared. Raises FieldsError if terms are missing or contradictory."""
    complete = dict(terms)
    if problems := list(_missing_pay(complete, by_session=by_session)):
        raise FieldsError(problems)
    whole = complete.pop("sitting_reward", None)
    if by_session:
        complete |= {
            "reward": _reward(complete["sitting_hits"], whole),
            "cap_per_annotator": None,
            "code_after": None,
            "sitting_paid_from": complete.get("sitting_paid_from") or 1,
            "most_sittings": complete.get("most_sittings") or 1,
        }
    else:
        complete |= WITHOUT_SESSIONS
    return complete_code(complete)


def complete_code(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the terms in which values that the kind of completion code does not use are
    cleared."""
    complete = dict(terms)
    if complete.get("completion") == Batch.Completion.NONE:
        complete |= {"completion_code": "", "completion_url": "", "code_after": None}
    elif complete.get("completion") == Batch.Completion.DRAWN:
        complete["completion_code"] = ""
    return complete


def _missing_pay(terms: Mapping[str, object], *, by_session: bool) -> Iterator[Problem]:
    for name in ("sitting_hits", "sitting_reward") if by_session else ("reward",):
        if terms.get(name) is None or (name == "sitting_hits" and not terms[name]):
            yield Problem(str(REQUIRED), name)


def _reward(hits: int, whole: Decimal | None) -> Decimal:
    """Return the reward per HIT for the reward `whole` per session. Raises FieldsError if it is not
    a whole number of cents."""
    whole = whole or Decimal(0)
    reward = (whole / hits).quantize(CENT, ROUND_DOWN)
    if reward * hits != whole:
        raise _at(
            "sitting_reward",
            _(
                "This reward does not divide into whole cents for %(hits)d HITs. Enter "
                "%(less)s or %(more)s, or change the number of HITs."
            )
            % {"hits": hits, "less": reward * hits, "more": (reward + CENT) * hits},
        )
    return reward


def _at(name: str, what: str) -> FieldsError:
    return FieldsError([Problem(what, name)])


@transaction.atomic
def change_terms(
    *, batch: Batch, terms: Mapping[str, object], systems: Collection[int] | None = None
) -> None:
    """Store these terms of a draft and, if given, its systems. Other terms do not change, unless
    the rules in this module clear them. Raises NotADraft for other batches, and FieldsError if a
    term is invalid or does not apply."""
    unfit = not_applying(batch, terms)
    if "stratify_by" in terms and not strata_of(batch):
        unfit.append("stratify_by")
    if unfit:
        what = _("This setting does not apply to this dataset and rubric.")
        raise FieldsError(Problem(what, name) for name in unfit)
    changes: dict[str, object] = {}
    if not terms.keys().isdisjoint({*PAY, "sitting_reward"}):
        changes |= _changed_pay(batch, terms)
    if not terms.keys().isdisjoint(SAMPLE):
        sample = {name: terms.get(name, getattr(batch, name)) for name in SAMPLE}
        changes |= complete_sample(batch, sample)
    change_draft(batch_id=batch.pk, changes=changes, systems=systems)


def _changed_pay(batch: Batch, terms: Mapping[str, Any]) -> dict[str, object]:
    by_session = terms.get("sitting_hits", batch.sitting_hits) is not None
    if by_session and "reward" in terms:
        what = "The reward of a batch that is paid per session is `sitting_reward`."
        remedy = "Send `sitting_reward`, or set `sitting_hits` to null."
        raise FieldsError([Problem(what, "reward", remedy=remedy)])
    batch.language = terms.get("language", batch.language)
    if problem := batch.language_problem():
        raise _at("language", problem)
    pay = {name: terms.get(name, getattr(batch, name)) for name in (*PAY, "sitting_reward")}
    return complete_pay(pay, by_session=by_session)
