"""Tests of the metrics about money, tasks, deliveries and backups."""

import re
import shutil
from datetime import timedelta
from decimal import Decimal

import pytest
import redis
import yaml
from allauth.mfa.signals import authentication_failed
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import timezone

from annotation.celery import app
from annotation.monitoring import metrics, money, parts
from annotation.monitoring.request_ids_of_tasks import sent_at
from annotation.monitoring.tasks import check_ledger
from hits.models import Assignment
from hits.queue.releasing import release_expired
from judges.models import JudgeRun
from judges.replies.importing import JudgeSettings, import_judge_run
from payments.models import Account, Entry, Transaction
from people.models import Notice, Project, User
from people.notices.sending import GIVEN_UP_DAYS
from tasks.webhooks.models import Attempt, Delivery, Endpoint
from tasks.webhooks.registering import Terms, register_endpoint
from tasks.webhooks.resending import send_test
from tests import world
from tests.conftest import ROOT

pytestmark = pytest.mark.django_db
TOKEN = "a token that only the scraper knows"


@pytest.fixture(autouse=True)
def nothing_kept(settings):
    settings.METRICS_TOKEN = TOKEN
    cache.delete(money.NAME)
    yield
    cache.delete(money.NAME)


def figures(*names: str) -> dict[str, float]:
    """Return the metrics whose name starts with one of `names`, without the prefix `rateroom_`."""
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    lines = re.findall(r"^rateroom_([^ ]+) (\S+)$", answer.content.decode(), re.MULTILINE)
    return {name: float(value) for name, value in lines if name.startswith(names)}


def test_a_difference_in_the_ledger_shows_after_the_next_check():
    assert figures("ledger") == {}  # nothing was checked yet
    project = world.project()
    world.rate(world.annotator(), world.live_batch(project))
    check_ledger()
    now = timezone.now().timestamp()
    checked = figures("ledger")
    assert 0 <= now - checked.pop("ledger_checked_timestamp_seconds") < 60
    assert checked == {
        "ledger_accounts_that_differ": 0,
        f'ledger_difference{{currency="{project.currency}"}}': 0,
    }
    # Balanced, so that the database takes it, and backed by no work.
    odd = Transaction.objects.create(project=project, kind="refund", key="odd")
    escrow = Account.objects.get(project=project, kind="escrow")
    balance = Account.objects.get(project=project, kind="balance")
    Entry.objects.bulk_create(
        [
            Entry(transaction=odd, account=escrow, amount=Decimal("-0.02")),
            Entry(transaction=odd, account=balance, amount=Decimal("0.02")),
        ]
    )
    check_ledger()
    assert figures("ledger_acc", "ledger_diff") == {
        "ledger_accounts_that_differ": 2,
        f'ledger_difference{{currency="{project.currency}"}}': 0.04,
    }


def test_nothing_is_checked_where_nobody_reads_figures(settings):
    settings.METRICS_TOKEN = ""
    check_ledger()
    assert cache.get(money.NAME) is None


def test_what_judges_cost_is_told_by_the_state_of_their_runs():
    project = world.project()
    batch = world.live_batch(project)
    units = world.shown_systems(batch)
    replies = [{"item": item, "system": system, "reply": "Section 1: 3"} for item, system in units]
    import_judge_run(batch=batch, settings=JudgeSettings(name="Run", model="m"), replies=replies)
    assert figures("judge_spend") == {}  # a run without prices
    run = JudgeRun.objects.get()
    JudgeRun.objects.update(price_in="2.5", price_out="10")
    run.verdicts.update(tokens_in=1_000_000, tokens_out=100_000)
    cost = 3.5 * run.verdicts.count()
    labels = f'{{currency="{project.currency}",state="done"}}'
    assert figures("judge_spend") == {f"judge_spend{labels}": cost}


def test_web_hooks_are_counted_by_state_and_outcome_with_their_age():
    project = world.project()
    by = world.researcher(project)
    terms = Terms("Hook", "http://127.0.0.1:9/", ["batch.done"])
    endpoint = register_endpoint(project=project, terms=terms, key="k", by=by)
    for number in range(3):
        delivery = send_test(endpoint=endpoint, key=str(number), by=by)
    now = timezone.now()
    Delivery.objects.filter(pk=delivery.pk).update(state="failed", next_at=None, ended_at=now)
    Delivery.objects.filter(state="waiting").update(
        created_at=now - timedelta(minutes=5), next_at=now - timedelta(minutes=1)
    )
    for problem in ("", "slow", "slow"):
        Attempt.objects.create(delivery=delivery, at=now, ended_at=now, problem=problem)
    Endpoint.objects.update(failing_since=now)
    hooks = figures("webhook")
    assert 300 <= hooks.pop("webhook_oldest_waiting_seconds") < 400
    assert 60 <= hooks.pop("webhook_overdue_seconds") < 160
    assert hooks == {
        'webhooks{state="on"}': 0,
        'webhooks{state="failing"}': 1,
        'webhooks{state="off"}': 0,
        'webhook_deliveries{state="waiting"}': 2,
        'webhook_deliveries{state="delivered"}': 0,
        'webhook_deliveries{state="failed"}': 1,
        'webhook_attempts{outcome="taken"}': 1,
        'webhook_attempts{outcome="slow"}': 2,
    }
    assert set(figures("prolific").values()) == {0}
    assert Project.objects.count() == 1


def test_a_task_says_when_it_was_sent():
    """The age of a queue is that of its first message, which is the last in Valkey's list."""
    before = timezone.now().timestamp()
    with redis.Redis.from_url(settings.REDIS_URL) as valkey:
        valkey.delete("of-a-test")
        for number in range(2):
            app.send_task("no.such.task", args=(number,), queue="of-a-test")
        first, latest = valkey.lindex("of-a-test", -1), valkey.lindex("of-a-test", 0)
        valkey.delete("of-a-test")
    assert before <= sent_at(first) <= sent_at(latest) <= timezone.now().timestamp()
    assert (sent_at(None), sent_at(b"odd"), sent_at(b'{"headers": {}}')) == (None, None, None)


def test_an_assignment_whose_time_ran_out_is_counted():
    batch = world.live_batch(world.project())
    ann = world.annotator()
    assert figures("expiries") == {"expiries": 0}
    claimed = world.claim(ann, batch)
    Assignment.objects.filter(pk=claimed.pk).update(
        deadline_at=timezone.now() - timedelta(minutes=5)
    )
    assert release_expired() == 1
    assert figures("expiries") == {"expiries": 1}


def away():
    raise OperationalError


def test_each_part_and_each_disk_is_reported(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    usage = shutil.disk_usage(tmp_path)
    assert figures("up") == {f'up{{part="{part}"}}': 1 for part in ("database", "cache", "media")}
    disks = figures("disk")
    assert disks['disk_size_bytes{folder="data"}'] == usage.total
    assert 0 < disks['disk_free_bytes{folder="data"}'] < usage.total
    monkeypatch.setattr(parts, "_ask_cache", away)
    assert figures("up")['up{part="cache"}'] == 0


def test_without_a_database_the_other_metrics_are_reported_at_once(monkeypatch):
    monkeypatch.setattr(parts, "_ask_database", away)
    assert figures("up")['up{part="database"}'] == 0
    assert figures("assignments", "emails") == {}
    assert len(figures("disk_free")) > 1


def test_a_backup_is_reported_with_its_result(tmp_path, monkeypatch):
    cache.delete(metrics.BACKUP)
    assert figures("backup") == {}
    metrics.record_backup(succeeded=True)
    first = figures("backup")
    assert 0 <= timezone.now().timestamp() - first["backup_succeeded_timestamp_seconds"] < 60
    (tmp_path / "file").touch()
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "file"))
    assert figures("backup") == first | {"backup_failed": 1}
    cache.delete(metrics.BACKUP)


def test_failed_sign_ins_are_counted(client):
    before = figures("failed_sign_ins_total")
    client.post("/accounts/login/", {"login": "no-one", "password": "wrong"})
    request = RequestFactory().get("/")
    authentication_failed.send(User, request=request, user=User(username="ann"))
    after = figures("failed_sign_ins_total")
    added = {name: after[name] - before[name] for name in after}
    assert added == {
        'failed_sign_ins_total{reason="password"}': 1,
        'failed_sign_ins_total{reason="limit"}': 0,
        'failed_sign_ins_total{reason="factor"}': 1,
    }


def test_emails_that_wait_are_counted_with_their_age():
    ann = world.annotator()
    for number, minutes in enumerate((5, 90, GIVEN_UP_DAYS * 1440 + 1)):
        notice = Notice.objects.create(user=ann, kind="message", subject=f"x:{number}", path="/")
        created_at = timezone.now() - timedelta(minutes=minutes)
        Notice.objects.filter(pk=notice.pk).update(created_at=created_at)
    waiting = figures("emails")
    assert waiting["emails_waiting"] == 2
    assert 5400 <= waiting["emails_oldest_waiting_seconds"] < 5500


def test_each_alert_names_metrics_that_exist():
    check_ledger()
    metrics.record_backup(succeeded=True)
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    described = set(re.findall(r"^# TYPE (\w+) ", answer.content.decode(), re.MULTILINE))
    (group,) = yaml.safe_load((ROOT / "deploy/alerts.yml").read_text())["groups"]
    for rule in group["rules"]:
        assert set(rule) - {"for"} == {"alert", "expr", "annotations"}
        assert rule["annotations"]["summary"].endswith(".")
        named = set(re.findall(r"\brateroom_\w+", rule["expr"]))
        assert named <= described, rule["alert"]
        assert named or rule["alert"] == "SiteDown"
    cache.delete(metrics.BACKUP)
