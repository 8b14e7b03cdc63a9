"""Tests of a batch's exclusion rules: set on a draft, tried on its pilot and applied on request."""

import hashlib
import json

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from analysis.requests import settings_for
from hits.batches.pilots import duplicate_batch, make_main_batch, mark_pilot
from hits.batches.rule_plans import declaration
from hits.models import Batch, DeclaredRule, Exclusion, JudgeMargin
from hits.review.exclusions import exclude_assignments
from people.models import Act
from quality.declared.declaring import declare_rule
from quality.rules import rules
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


def address(batch: Batch) -> str:
    return f"/admin/hits/batch/{batch.pk}/rules/"


def declare(batch: Batch, name: str, number: int, effect: str = "exclude") -> None:
    declare_rule(batch_id=batch.pk, name=name, number=number, effect=effect, by=None)


@pytest.fixture
def main() -> Batch:
    """A draft created from a pilot in which one person gave three responses and another gave
    one."""
    project = world.project()
    pilot = world.live_batch(project, world.dataset(project), annotators_per_hit=2, title="Wings")
    for _answer in range(3):
        world.rate(world.annotator(), pilot)
    world.rate(world.second_annotator(), pilot)
    mark_pilot(batch=pilot, is_pilot=True, by=None)
    pilot.refresh_from_db()
    return make_main_batch(pilot=pilot, without_items=False, without_people=False, by=None)


def test_a_rule_is_declared_tried_on_the_pilot_and_removed(main):
    client = signed_in(world.researcher(main.project))
    act = f"{address(main)}act/"
    sent = {"rule": "few-hits", "number": "2", "declare": "exclude"}
    page = words(client.post(act, sent, follow=True))
    assert "Saved." in page
    assert "fewer than 2 answers Exclude responses" in page
    page = words(client.get(address(main)))
    assert "would exclude 1 of 4 responses, from 1 of 2 people" in page
    page = words(client.post(act, sent | {"rule": "faster", "declare": "reject"}, follow=True))
    assert "Prolific accepts only one speed rule" in page
    page = words(client.post(act, sent | {"number": "0"}, follow=True))
    assert "Choose a number from 2 to 100000." in page
    rule = DeclaredRule.objects.get(name="few-hits")
    page = words(client.post(act, {"withdraw": "1", "declared": rule.pk}, follow=True))
    assert "” removed." in page
    assert [rule.name for rule in main.declared_rules.all()] == ["faster"]


def test_a_published_batch_says_its_hash_and_applies_what_was_looked_at(main):
    declare(main, "few-hits", 100)
    batch = world.publish(main)
    for _answer in range(2):
        world.rate(world.annotator(), batch)
    client = signed_in(world.researcher(batch.project))
    act, rule = f"{address(batch)}act/", batch.declared_rules.get()
    assert f"SHA-256 {batch.rule_plan.sha256}" in words(client.get(address(batch)))
    text = client.get(f"{address(batch)}plan.json").content
    assert hashlib.sha256(text).hexdigest() == batch.rule_plan.sha256
    page = words(client.get(address(batch), {"look": "1"}))
    assert "would exclude 2 of 2 responses, from 1 of 1 people Exclude 2 responses" in page
    assert not Exclusion.objects.exists()
    page = words(client.post(act, {"apply": "1", "declared": rule.pk}, follow=True))
    assert "2 responses excluded." in page
    ids = list(batch.assignments.filter(state="submitted").values_list("pk", flat=True))
    exclude_assignments(batch=batch, ids=ids, rule="a late rule", by=None)
    page = words(client.get(f"/admin/hits/batch/{batch.pk}/running/"))
    assert "Set before publishing: fewer than 100 answers" in page
    assert f"SHA-256 {batch.rule_plan.sha256[:12]}…" in page
    assert "Set after publishing: a late rule 2 responses excluded." in page
    page = words(client.post(act, {"withdraw": "1", "declared": rule.pk}, follow=True))
    assert "published" in page
    assert batch.declared_rules.count() == 1


def test_each_rule_is_a_sentence_with_its_effect_in_the_pilot(main):
    page = words(signed_in(world.researcher(main.project)).get(address(main)))
    assert page.count("Exclude people") + page.count("Exclude responses") == len(rules())
    effect = (
        "Tested on the pilot with the value 5: would exclude 4 of 4 responses, from 2 of 2 people"
    )
    assert f"Exclude people with fewer than responses {effect}" in page
    assert rules()["gold-failed"].in_words(2) == "people who fail at least 2 gold HITs"


def test_a_typed_number_shows_its_effect_in_the_pilot_and_adds_no_rule(main):
    client = signed_in(world.researcher(main.project))
    act = f"{address(main)}act/"
    sent = {"rule": "few-hits", "look": "1"}
    page = words(client.post(act, sent | {"number": "2"}, follow=True))
    assert (
        "Tested on the pilot with the value 2: would exclude 0 of 4 responses, from 0 of 2 people"
        in page
    )
    page = words(client.post(act, sent | {"number": "99999999"}, follow=True))
    assert "Tested on the pilot with the value 99999999: Choose a number from" in page
    assert not main.declared_rules.exists()


def test_another_batchs_rule_does_nothing(main):
    declare(main, "few-hits", 2)
    other = world.draft_batch(main.project)
    rule = main.declared_rules.get()
    sent = {"apply": "1", "declared": rule.pk}
    client = signed_in(world.researcher(main.project))
    assert client.post(f"{address(other)}act/", sent).status_code == 404
    assert "No responses yet." in words(client.post(f"{address(main)}act/", sent, follow=True))


def test_as_many_statements_for_six_people_as_for_one(main):
    declare(main, "few-hits", 2)
    declare(main, "gold-failed", 2)
    batch = world.publish(main)
    client, counts = signed_in(world.researcher(batch.project)), []
    client.get(address(batch))
    for people in (1, 4):
        for number in range(people):
            world.rate(world.person(f"annotator-{number}"), batch)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(batch), {"look": "1"})
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_margin_for_judges_is_set_on_a_draft_and_frozen_with_it(main):
    client = signed_in(world.researcher(main.project))
    act = f"{address(main)}act/"
    page = words(client.post(act, {"margin": "1.5"}, follow=True))
    assert "Margin for judges: Choose a number from 0.01 to 0.99." in page
    assert not JudgeMargin.objects.exists()
    assert "Saved." in words(client.post(act, {"margin": "0.1"}, follow=True))
    assert json.loads(declaration(main))["judge_margin"] == "0.10"
    assert settings_for([main]).margin == 0.1
    copy = duplicate_batch(batch=main, by=None)
    assert settings_for([copy]).margin == 0.1
    client.post(act, {"margin": ""}, follow=True)
    assert "judge_margin" not in json.loads(declaration(main))
    assert settings_for([main]).margin is None
    client.post(act, {"margin": "0.2"}, follow=True)
    batch = world.publish(main)
    assert "Margin for judges: 0.20" in words(client.get(address(batch)))
    client.post(act, {"margin": "0.9"}, follow=True)
    for change in (
        lambda: JudgeMargin.objects.filter(batch=batch).update(margin="0.90"),
        JudgeMargin.objects.filter(batch=batch).delete,
    ):
        with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
            change()
    assert settings_for([batch]).margin == 0.2
    assert settings_for([batch, copy]).margin is None
    verbs = Act.objects.filter(subject_id=batch.pk, verb=Act.Verb.AMENDED)
    assert {"judge_margin": "0.20"} in [act.after for act in verbs]
