"""Tests of webhook endpoints: accepted addresses, permissions, and what is stored."""

import socket

import pytest
from django.utils import timezone

from core.errors import DocumentError
from hits.archive import delete, what_goes
from people.models import Act, Project
from tasks.webhooks.calling import call
from tasks.webhooks.delivering import deliver
from tasks.webhooks.models import Attempt, Delivery, Endpoint, Event, Kind
from tasks.webhooks.registering import MOST_ENDPOINTS, Terms, change_endpoint, delete_endpoint
from tasks.webhooks.retention import forget_old
from tests import world
from tests.tasks.webhooks.conftest import ALL, registered
from tests.tasks.webhooks.test_delivering import noted

pytestmark = pytest.mark.django_db


@pytest.mark.attack("naming an address to call")
@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://[::1]:8443/",
        "https://2130706433/",
        "https://10.1.2.3/hook",
        "https://192.168.0.7/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::ffff:10.0.0.1]/",
        "https://localhost/",
        "http://93.184.216.34/",
        "https://" + "me:secret@93.184.216.34/",
        "https://93.184.216.34/#part",
        "ftp://93.184.216.34/",
        "https://93.184.216.34/\x01",
        "https://",
        "hook",
        "https://93.184.216.34/" + "x" * 500,
    ],
)
def test_an_address_that_is_not_called_is_refused_when_it_is_saved(project, settings, url):
    settings.WEBHOOK_HOSTS = []
    with pytest.raises(DocumentError) as refused:
        registered(project, url)
    assert [problem.path for problem in refused.value.problems] == ["url"]
    assert Endpoint.objects.count() == 0


def test_a_public_address_is_taken(project, settings):
    settings.WEBHOOK_HOSTS = []
    assert registered(project, "https://93.184.216.34/hook").url == "https://93.184.216.34/hook"


def test_a_setting_allows_a_host_and_plain_http_for_it(project, receiver, settings):
    settings.WEBHOOK_HOSTS = [receiver.url.split("/")[2]]
    registered(project, receiver.url)
    with pytest.raises(DocumentError):
        registered(project, "http://127.0.0.1:1/", key="second")


@pytest.mark.attack("changing a name after it was checked")
def test_a_name_that_changes_between_check_and_call_reaches_nothing(
    receiver, settings, monkeypatch
):
    answers = ["93.184.216.34", "127.0.0.1"]
    asked = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda _host, port, **kind: asked(answers.pop(0), port, **kind)
    )
    settings.WEBHOOK_HOSTS = []
    outcome = call(receiver.url.replace("http://127.0.0.1", "https://hooks.example"), {}, b"{}")
    assert (outcome.problem, answers, receiver.received) == ("address", [], [])


@pytest.mark.parametrize(
    ("terms", "path"),
    [
        (Terms("", "https://93.184.216.34/", [Kind.DONE]), "name"),
        (Terms("A", "https://93.184.216.34/", []), "kinds"),
        (Terms("A", "https://93.184.216.34/", ["webhook.test"]), "kinds"),
        (Terms("A", "https://93.184.216.34/", [Kind.PROGRESS]), "percentages"),
        (Terms("A", "https://93.184.216.34/", [Kind.PROGRESS], [0]), "percentages"),
        (Terms("A", "https://93.184.216.34/", [Kind.PROGRESS], range(1, 40)), "percentages"),
    ],
)
def test_what_is_wrong_is_named_with_its_field(terms, path):
    with pytest.raises(DocumentError) as refused:
        _values = terms.values
    assert path in [problem.path for problem in refused.value.problems]


def test_a_missing_event_is_refused_with_the_names_of_the_events():
    with pytest.raises(DocumentError, match=r"Choose from: .*batch\.progress"):
        _values = Terms("A", "https://93.184.216.34/", []).values


def test_one_form_makes_one_endpoint_and_a_project_has_few(project, receiver):
    first = registered(project, receiver.url)
    assert registered(project, receiver.url) == first
    assert registered(project, receiver.url).secret == first.secret
    for number in range(1, MOST_ENDPOINTS):
        registered(project, receiver.url, key=str(number))
    with pytest.raises(DocumentError, match="A project can have at most 10 webhooks"):
        registered(project, receiver.url, key="one more")


@pytest.mark.attack("reading the database")
def test_the_secret_is_sealed_and_no_act_names_it_or_the_address(project, endpoint, receiver):
    by = world.researcher(project)
    assert endpoint.secret.encode() not in bytes(Endpoint.objects.get().sealed_secret)
    url = receiver.url + "2"
    terms = Terms("Pipeline 2", url, [Kind.DONE])
    assert change_endpoint(endpoint=endpoint, terms=terms, by=by)
    assert not change_endpoint(endpoint=endpoint, terms=terms, by=by)
    assert Endpoint.objects.get().percentages == []
    delete_endpoint(endpoint=endpoint, by=by)
    acts = list(Act.objects.filter(subject_type="webhooks.endpoint").order_by("pk"))
    assert [act.verb for act in acts] == ["created", "hook_changed", "deleted"]
    written = str([(act.before, act.after) for act in acts])
    assert [text for text in (endpoint.secret, "of-the-receiver") if text in written] == []


def test_contents_go_after_a_month_lines_after_a_year_and_facts_stay(project, endpoint):
    noted(project)
    noted(project, "batch:1:50", Kind.PROGRESS)
    noted(project, "batch:2", Kind.DONE)
    deliver(endpoint_id=endpoint.pk)
    waiting = Delivery.objects.get(event__kind=Kind.DONE)
    Delivery.objects.filter(pk=waiting.pk).update(
        state="waiting", next_at=timezone.now(), ended_at=None
    )
    Event.objects.update(happened_at=timezone.now() - timezone.timedelta(days=31))
    assert forget_old() == (2, 0)
    assert [bool(event.body) for event in Event.objects.order_by("pk")] == [False, False, True]
    assert Attempt.objects.count() == 1
    Delivery.objects.filter(ended_at__isnull=False).update(
        ended_at=timezone.now() - timezone.timedelta(days=366)
    )
    assert forget_old() == (0, 1)
    kinds = [delivery.event.kind for delivery in Delivery.objects.order_by("pk")]
    assert (kinds, Event.objects.count()) == ([Kind.PROGRESS, Kind.DONE], 3)


def test_kinds_are_stored_in_the_order_of_the_list(project, receiver):
    assert registered(project, receiver.url, kinds=ALL[::-1]).kinds == list(ALL)


@pytest.mark.usefixtures("endpoint")
def test_web_hooks_go_with_their_project(project):
    noted(project)
    by = world.owner(project)
    empty = Project.objects.create(name="Empty")
    Endpoint.objects.update(project=empty)
    Event.objects.update(project=empty)
    assert [part.words for part in what_goes(empty)] == ["Webhooks"]
    delete(row=empty, by=by)
    assert [model.objects.count() for model in (Endpoint, Event, Delivery)] == [0, 0, 0]
