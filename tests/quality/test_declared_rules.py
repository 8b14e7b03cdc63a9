"""Tests of exclusion rules set on a draft: locked and hashed at publication, applied on request."""

import hashlib
import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from analysis.report.checklist.facts import rules_in_words
from hits.batches.drafting import NotADraft
from hits.batches.pilots import duplicate_batch
from hits.batches.publishing import cancel_publishing, publish_batch, take_back_publication
from hits.batches.rule_plans import declaration
from hits.models import Assignment, Batch, DeclaredRule, Exclusion, RulePlan
from hits.review.exclusions import exclusions_by_rule
from hits.review.rules_status import rules_status
from people.models import Act
from quality.declared.applying import CannotReject, apply_declared, preview_all
from quality.declared.declaring import NotDeclarable, declare_rule, withdraw_rule
from quality.declared.reconsidering import Undone
from quality.declared.rejecting import reject_declared
from quality.gold.retiring import retire_gold
from quality.rules import apply_rule, rules
from quality.verdicts import exceptionally_fast, failed_often, surely_below
from recruiting.rejection import Ground, why_prolific_refuses
from tests import world
from tests.hits.queue.test_gold import draft_with_gold

pytestmark = pytest.mark.django_db
WRONG = world.GOOD | {"coherence": "3"}


@pytest.fixture
def draft() -> Batch:
    return world.draft_batch(world.project(), annotators_per_hit=2)


def declare(batch: Batch, name: str, number: int, effect: str = "exclude") -> bool:
    return declare_rule(batch_id=batch.pk, name=name, number=number, effect=effect, by=None)


def declared(batch: Batch) -> list[tuple[str, str]]:
    return list(DeclaredRule.objects.filter(batch=batch).values_list("effect", "written"))


def test_rules_are_declared_once_and_withdrawn_while_the_batch_is_a_draft(draft):
    assert declare(draft, "faster", 10)
    assert not declare(draft, "faster", 10)
    assert declare(draft, "faster", 10, "reject")
    rule = DeclaredRule.objects.get(effect="reject")
    assert withdraw_rule(batch_id=draft.pk, declared_id=rule.pk, by=None)
    assert not withdraw_rule(batch_id=draft.pk, declared_id=rule.pk, by=None)
    assert declared(draft) == [("exclude", "faster than 10 s")]
    acts = Act.objects.filter(subject_id=draft.pk, verb=Act.Verb.AMENDED).order_by("pk")
    assert list(acts.values_list("before", "after")) == [
        (None, {"exclude": "faster than 10 s"}),
        (None, {"reject": "faster than 10 s"}),
        ({"reject": "faster than 10 s"}, None),
    ]


@pytest.mark.parametrize(
    ("name", "number", "effect", "problem"),
    [
        ("nonsense", 3, "exclude", "Choose an option from the list"),
        ("faster", 0, "exclude", "from 1 to 86400"),
        ("faster", 10, "pay", "Choose an option from the list"),
        ("few-hits", 5, "reject", "cannot reject"),
    ],
)
def test_what_no_rule_is_cannot_be_declared(draft, name, number, effect, problem):
    with pytest.raises(NotDeclarable, match=problem):
        declare(draft, name, number, effect)


def test_a_batch_declares_at_most_twenty_rules(draft):
    for seconds in range(1, 21):
        assert declare(draft, "faster", seconds)
    with pytest.raises(NotDeclarable, match="at most 20 rules"):
        declare(draft, "faster", 21)


def test_a_rule_that_was_declared_to_exclude_rejects_nobody(draft):
    declare(draft, "faster", 86400)
    batch = world.publish(draft)
    world.rate(world.annotator(), batch)
    with pytest.raises(CannotReject, match="this rule was not set to reject responses"):
        reject_declared(declared=DeclaredRule.objects.get(), reason="Too fast.", by=None)
    assert not batch.assignments.filter(state="rejected").exists()


def test_the_hash_holds_the_systems_and_which_of_them_meet(draft):
    text = declaration(draft)
    fields = json.loads(text)
    assert fields["systems"] == ["Heron", "Moss"]
    assert fields["pairing"] == {"rule": "all", "reference": None, "pairs_per_item": None}
    moss = draft.systems.get(name="Moss")
    draft.pairing, draft.pairing_reference = "reference", moss
    assert json.loads(declaration(draft))["pairing"] == {
        "rule": "reference",
        "reference": "Moss",
        "pairs_per_item": None,
    }
    draft.systems.remove(moss)
    draft.pairing, draft.pairing_reference = "all", None
    assert json.loads(declaration(draft)) == fields | {"systems": ["Heron"]}
    assert declaration(draft) != text


def test_publishing_hashes_the_declaration_and_freezes_it(draft):
    declare(draft, "faster", 10)
    text = declaration(draft)
    declare(draft, "same-answers", 7)
    assert declaration(draft) != text
    batch = world.publish(draft)
    plan = RulePlan.objects.get(batch=batch)
    assert plan.sha256 == hashlib.sha256(plan.text.encode()).hexdigest()
    assert [rule["written"] for rule in json.loads(plan.text)["rules"]] == [
        "faster than 10 s",
        "same answers in 7 HITs in a row",
    ]
    act = Act.objects.get(subject_id=batch.pk, verb=Act.Verb.PUBLISHED)
    assert act.after["rules_sha256"] == plan.sha256
    with pytest.raises(NotADraft):
        declare(batch, "few-hits", 5)
    late = DeclaredRule(batch=batch, effect="exclude", name="x", number=1, written="x")
    rule = DeclaredRule.objects.filter(batch=batch).first()
    for change in (
        late.save,
        rule.delete,
        plan.delete,
        lambda: DeclaredRule.objects.filter(batch=batch).update(number=99),
        lambda: RulePlan.objects.filter(batch=batch).update(text="", sha256="0" * 64),
    ):
        with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
            change()


def test_the_database_takes_no_hash_of_another_text(draft):
    with pytest.raises(IntegrityError, match="ruleplan_hash_of_its_text"), transaction.atomic():
        RulePlan.objects.create(batch=draft, text="{}", sha256="0" * 64)


def test_a_cancelled_publication_thaws_the_rules(draft):
    declare(draft, "faster", 10)
    publish_batch(batch_id=draft.pk)
    cancel_publishing(batch_id=draft.pk, by=world.owner(draft.project))
    take_back_publication(batch_id=draft.pk)
    assert not RulePlan.objects.exists()
    assert declare(draft, "few-hits", 5)
    assert world.publish(draft).rule_plan.sha256


def test_a_copy_declares_the_same_rules(draft):
    declare(draft, "faster", 10)
    copy = duplicate_batch(batch=world.publish(draft), by=None)
    assert declared(copy) == declared(draft)
    assert not RulePlan.objects.filter(batch=copy).exists()


def test_applied_rules_are_told_apart_by_when_they_were_declared(draft):
    declare(draft, "faster", 10)
    declare(draft, "same-answers", 7)
    batch = world.publish(draft)
    for _answer in range(2):
        world.rate(world.annotator(), batch)
    assert not Exclusion.objects.exists()
    rule = DeclaredRule.objects.get(name="faster")
    assert (apply_declared(declared=rule, by=None), apply_declared(declared=rule, by=None)) == (
        2,
        0,
    )
    apply_rule(batch=batch, rule=rules()["few-hits"], number=3, by=None)
    assert {line.rule: line.declared for line in exclusions_by_rule(batch)} == {
        "faster than 10 s": True,
        "fewer than 3 answers": False,
    }
    status = rules_status(batch)
    assert [line.rule for line in status.late] == ["fewer than 3 answers"]
    assert status.not_applied == "same answers in 7 HITs in a row"
    assert rules_in_words(status) == (
        "Rules for excluding or rejecting responses, set before publishing: "
        "faster than 10 s (exclude); same answers in 7 HITs in a row (exclude). "
        f"SHA-256 of the declaration: {batch.rule_plan.sha256}. "
        "Set before publishing, but excluding nothing: same answers in 7 HITs in a row. "
        "Set after publishing (post hoc) and applied: fewer than 3 answers (2 responses)."
    )


def test_the_order_in_which_rules_are_applied_changes_nothing(draft):
    batch = world.publish(draft)
    for _answer in range(4):
        world.rate(world.annotator(), batch)
    answered = batch.assignments.filter(state="submitted").order_by("pk")
    slow = list(answered.values_list("pk", flat=True)[:2])
    Assignment.objects.filter(pk__in=slow).update(
        accepted_at=F("submitted_at") - timedelta(seconds=60)
    )
    few = rules()["few-hits"]
    before = set(few.broken_by(batch, 3))
    assert apply_rule(batch=batch, rule=rules()["faster"], number=10, by=None) == 2
    assert set(few.broken_by(batch, 3)) == before == set()


@pytest.fixture
def checked() -> Batch:
    """A batch in which Ann failed and Ben passed both gold HITs, before two more HITs each."""
    batch = draft_with_gold(gold_percent=0, first_checks=2, most_annotators=2, annotators_per_hit=2)
    declare(batch, "gold-failed", 2)
    declare(batch, "few-hits", 2)
    declare(batch, "gold-failed", 2, "reject")
    declare(batch, "same-answers", 2, "reject")
    batch = world.publish(batch)
    for user, answers in ((world.annotator(), WRONG), (world.second_annotator(), world.GOOD)):
        for raw in (answers, answers, world.GOOD, WRONG):
            world.rate(user, batch, raw)
    return batch


def test_all_answers_of_those_who_failed_gold_are_left_out(checked):
    previews = preview_all(batch=checked, declared=list(checked.declared_rules.all()))
    numbers = {
        (rule.effect, rule.name): (p.annotators, p.people, p.answers, p.counted)
        for rule, p in previews.by_rule
    }
    assert numbers == {
        ("exclude", "gold-failed"): (1, 2, 2, 4),
        ("exclude", "few-hits"): (0, 2, 0, 4),
        ("reject", "gold-failed"): (1, 2, 2, 4),
        ("reject", "same-answers"): (0, 2, 0, 4),
    }
    assert (previews.together.annotators, previews.together.answers) == (1, 2)
    assert (
        apply_declared(
            declared=checked.declared_rules.get(effect="exclude", name="gold-failed"), by=None
        )
        == 2
    )
    left_out = Exclusion.objects.values_list("assignment__annotator__username", flat=True)
    assert list(left_out) == ["ann", "ann"]


def test_a_rejection_by_rule_says_why_and_what_is_excluded_can_be_rejected(checked):
    apply_declared(
        declared=checked.declared_rules.get(effect="exclude", name="gold-failed"), by=None
    )
    rule = checked.declared_rules.get(effect="reject", name="gold-failed")
    reason = "Two HITs with known answers were failed."
    assert reject_declared(declared=rule, reason=reason, by=None) == 2
    rejected = Assignment.objects.filter(state="rejected", hit__purpose="main")
    assert set(rejected.values_list("annotator__username", "reason", "evidence", "rejection")) == {
        ("ann", reason, "at least 2 gold failed", "no_effort")
    }
    assert reject_declared(declared=rule, reason=reason, by=None) == 0


def test_retiring_gold_undoes_what_rules_did_because_of_it(checked):
    exclude = checked.declared_rules.get(effect="exclude", name="gold-failed")
    reject = checked.declared_rules.get(effect="reject", name="gold-failed")
    apply_rule(batch=checked, rule=rules()["few-hits"], number=3, by=None)
    apply_declared(declared=exclude, by=None)
    assert reject_declared(declared=reject, reason="Two failed.", by=None) == 2
    failed = checked.hits.filter(purpose="gold", assignments__annotator=world.annotator()).first()
    key = checked.gold_keys.get(output_ids=failed.output_ids)
    undone = retire_gold(key_id=key.pk, reason="Its answer was wrong.", by=None)
    assert undone == Undone(counted_again=2, overturned=2)
    assert retire_gold(key_id=key.pk, reason="Again.", by=None) is None
    assert not Assignment.objects.filter(state="rejected").exists()
    standing = Exclusion.objects.filter(taken_back_at=None).values_list("rule", flat=True)
    # What another rule left out stays so.
    assert list(standing) == ["fewer than 3 answers"] * 4


def test_a_rule_declared_for_leaving_out_rejects_nobody(checked):
    with pytest.raises(CannotReject, match="this rule was not set to reject responses"):
        reject_declared(declared=checked.declared_rules.get(name="few-hits"), reason="x", by=None)
    assert not Assignment.objects.filter(state="rejected").exists()


def test_verdicts_from_numbers():
    assert failed_often({"ann": 2, "ben": 1}, 2) == {"ann"}
    # Wilson: 0 of 4 reaches to 49 %, 1 of 10 to 40 %, 5 of 10 to 76 %.
    assert surely_below({"a": (0, 4), "b": (1, 10), "c": (5, 10), "d": (0, 0)}, 50) == {"a", "b"}
    times = dict.fromkeys(range(20), 4.0) | {20: 4.1, "fast": 1.0}
    assert exceptionally_fast(times, 3) == {"fast"}
    assert exceptionally_fast({"a": 1.0, "b": 4.0}, 1) == set()
    assert exceptionally_fast({"a": 1.0}, 1) == exceptionally_fast({}, 1) == set()


@pytest.mark.parametrize(
    ("ground", "number", "minutes", "takes"),
    [
        (Ground.TIME_OF_A_HIT, 10, 2, False),
        (Ground.TIME_OF_A_PERSON, 2, 10, False),
        (Ground.TIME_OF_A_PERSON, 3, 10, True),
        (Ground.FAILED_CHECKS, 1, 4, True),
        (Ground.FAILED_CHECKS, 1, 5, False),
        (Ground.FAILED_CHECKS, 1, None, False),
        (Ground.FAILED_CHECKS, 2, None, True),
        (Ground.SHARE_OF_CHECKS, 10, 2, False),
        (Ground.SAME_ANSWERS, 7, 2, False),
    ],
)
def test_what_prolific_takes_as_a_reason(ground, number, minutes, takes):
    assert (why_prolific_refuses(ground, number, minutes=minutes) == "") == takes


def test_people_who_are_fast_by_log_time_are_left_out_whole():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=6), annotators_per_hit=3)
    fast = world.annotator()
    for user, seconds in ((fast, 4), (world.second_annotator(), 60), (world.person("cleo"), 60)):
        for _answer in range(5):
            world.rate(user, batch)
        batch.assignments.filter(annotator=user).update(
            accepted_at=F("submitted_at") - timedelta(seconds=seconds)
        )
    rule = rules()["fast-people"]
    theirs = set(batch.assignments.filter(annotator=fast).values_list("pk", flat=True))
    # Of three people none is further than 2 ÷ √3 standard deviations from their mean.
    assert (set(rule.broken_by(batch, 1)), rule.broken_by(batch, 2)) == (theirs, [])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quality.rules.speed.LEAST_HITS", 6)
        assert rule.broken_by(batch, 1) == []
