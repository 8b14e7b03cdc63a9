"""The demo: loaded once, labelled as simulated, and enough that every page shows something true."""

from collections import Counter
from statistics import mean

import pytest
from django.core.management import call_command

from analysis.report import batch_report
from hits.demo.accounts import ANNOTATOR, RESEARCHER
from hits.demo.scenes import SCENES
from hits.demo.simulated import CRITERIA, judge_reply, rater_answers
from hits.demo.texts import ACCOUNTS, QUALITY, SYSTEMS, description
from hits.ledger import batch_money
from hits.models import Assignment, Batch, Medium
from hits.publishing import promised
from judges.models import JudgeRun
from people.models import Project


def test_every_scene_has_a_text_by_every_system_and_no_two_are_alike():
    texts = [description(system, scene) for scene in SCENES for system in SYSTEMS]
    assert set(ACCOUNTS) == set(SCENES)
    assert len(set(texts)) == len(SCENES) * 6 >= 8 * 6
    assert min(map(len, texts)) > 80


def test_what_a_poor_system_gets_wrong_stands_in_the_account():
    for scene, account in ACCOUNTS.items():
        whole = " ".join(account.sentences)
        assert [right for right, _wrong in account.wrong if right not in whole] == [], scene


def test_simulated_raters_see_the_systems_in_their_true_order():
    means = {
        system: mean(
            int(rater_answers(rater=f"r{rater}", scene=scene, system=system)[one])
            for rater in range(10)
            for scene in SCENES
            for one in CRITERIA
        )
        for system in SYSTEMS
    }
    by_quality = sorted(SYSTEMS, key=lambda system: -mean(QUALITY[system].values()))
    assert sorted(SYSTEMS, key=means.get) == by_quality
    assert rater_answers(rater="r1", scene="kite", system="Quill") == rater_answers(
        rater="r1", scene="kite", system="Quill"
    )


def test_the_simulated_judge_fails_now_and_then_in_different_ways():
    replies = [
        judge_reply(judge=f"j{n}", scene=scene, system=one) for n in range(5) for scene in SCENES for one in SYSTEMS
    ]
    assert sum("sorry" in reply for reply in replies) > 0
    assert sum("Section 3: 4" in reply for reply in replies) > 0
    assert sum("Section 5" not in reply for reply in replies) > sum("sorry" in reply for reply in replies)


@pytest.mark.django_db
def test_the_demo_loads_once_and_balances(client):
    for _again in range(2):
        call_command("load_demo")
    assert Project.objects.get().simulated is True
    assert Counter(Batch.objects.values_list("state", flat=True)) == {"live": 2, "draft": 1}
    assert Medium.objects.count() == len(SCENES)
    for batch in Batch.objects.filter(state="live"):
        assert batch_money(batch).remaining == promised(batch)
    assert Assignment.objects.filter(state="rejected").exclude(reason="").count() == 1
    run = JudgeRun.objects.get()
    assert run.simulated is True
    assert {row.alpha.value is not None and row.spearman.value is not None for row in batch_report(run.batch, run)} == {
        True
    }
    for (name, password), paths in (
        (ANNOTATOR, ["/", f"/batches/{run.batch_id}/"]),
        (RESEARCHER, [f"/batches/{run.batch_id}/report/", f"/admin/hits/batch/{run.batch_id}/change/"]),
    ):
        assert client.login(username=name, password=password)
        pages = [client.get(path) for path in paths]
        assert [page.status_code for page in pages] == [200, 200]
        assert ["Simulated" in page.content.decode() for page in pages] == [True, True]
