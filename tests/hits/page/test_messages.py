"""Tests of messages within a batch: threads, unread marks, emails and limits."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from hits.messages import (
    MOST_AN_HOUR,
    MOST_UNANSWERED,
    NotSent,
    answer_annotator,
    unread_answers,
    write_to_researchers,
)
from hits.models import Enrolment, Message
from people.models import Act, Notice
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def part(module_part, db) -> Enrolment:
    return Enrolment.objects.select_related("batch__project").get(pk=module_part.pk)


@pytest.fixture(scope="module")
def module_part(module_rows) -> Enrolment:
    batch = world.live_batch(world.project(), title="Wings")
    world.claim(world.annotator(), batch)
    return Enrolment.objects.get()


def write(part, text="Is a moth a butterfly?") -> Message:
    return write_to_researchers(enrolment_id=part.pk, annotator=part.annotator, text=text)


def test_a_question_is_answered_and_both_sides_see_what_is_new(part):
    page, desk = (
        reverse("messages", args=[part.batch_id]),
        signed_in(world.researcher(part.batch.project)),
    )
    ann = signed_in(part.annotator)
    assert ann.post(page, {"text": "<b>Is</b> it?"}).status_code == 303
    assert "1 unread message" in words(desk.get("/admin/"))
    thread = reverse("admin:message_thread", args=[part.pk])
    assert "&lt;b&gt;Is&lt;/b&gt; it?" in desk.get(thread).content.decode()
    newest = Message.objects.get().pk
    assert desk.post(thread, {"text": "It is.", "newest": newest}).status_code == 302
    assert "unread message" not in words(desk.get("/admin/"))
    assert [answers.number for answers in unread_answers(part.annotator)] == [1]
    assert "New message from the researcher of “Wings”" in words(ann.get("/"))
    text = words(ann.get(page))
    assert "It is." in text
    assert "rita" not in text
    assert unread_answers(part.annotator) == []
    assert Act.objects.get(verb="answered").after == {"annotator": part.pseudonym}


def test_it_may_need_no_answer(part):
    message = write(part)
    desk = signed_in(world.researcher(part.batch.project))
    desk.post(reverse("admin:message_read", args=[part.pk]), {"newest": message.pk})
    assert not Message.objects.filter(read_at=None).exists()


def test_what_no_page_has_shown_stays_unread(part):
    shown = write(part)
    desk = signed_in(world.researcher(part.batch.project))
    thread = reverse("admin:message_thread", args=[part.pk])
    page = desk.get(thread).content.decode()
    assert f'name="newest" value="{shown.pk}"' in page
    later = write(part, "And a wasp?")
    answer = desk.post(
        reverse("admin:message_read", args=[part.pk]), {"newest": shown.pk}, follow=True
    )
    assert answer.redirect_chain == [(thread, 302)]
    assert "A new message has arrived" in words(answer)
    assert list(Message.objects.filter(read_at=None)) == [later]


def test_an_answer_is_to_what_the_page_has_shown(part):
    shown = write(part)
    desk = signed_in(world.researcher(part.batch.project))
    thread = reverse("admin:message_thread", args=[part.pk])
    assert desk.get(thread).content.decode().count(f'name="newest" value="{shown.pk}"') == 2
    later = write(part, "And a wasp?")
    desk.post(thread, {"text": "It is.", "newest": shown.pk})
    assert list(Message.objects.filter(read_at=None, by_annotator=True)) == [later]


def test_only_the_page_of_the_newest_message_says_that_none_is_needed(part, monkeypatch):
    monkeypatch.setattr("desk.messages.views.WRITTEN", 1)
    shown = [write(part, text).pk for text in ("Is it?", "Or is it not?")]
    desk = signed_in(world.researcher(part.batch.project))
    thread = reverse("admin:message_thread", args=[part.pk])
    offered = [
        "No reply needed" in words(desk.get(f"{thread}{query}"))
        for query in ("", f"?after={shown[1]}", f"?before={shown[0]}")
    ]
    assert offered == [True, False, True]


def test_a_second_click_sends_once(part):
    assert write(part) == write(part, " Is a moth a butterfly? ")
    assert Message.objects.count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 4001])
def test_nothing_and_too_much_are_not_sent(part, text):
    with pytest.raises(NotSent):
        write(part, text)


def test_so_many_without_an_answer(part):
    for number in range(MOST_UNANSWERED):
        write(part, f"Message {number}")
    with pytest.raises(NotSent, match="Your last 5 messages have not been answered yet"):
        write(part, "And?")
    answer_annotator(enrolment_id=part.pk, by=world.researcher(part.batch.project), text="Yes.")
    write(part, "Thanks.")


def test_so_many_in_an_hour(part):
    rita = world.researcher(part.batch.project)
    for number in range(MOST_AN_HOUR):
        write(part, f"Message {number}")
        answer_annotator(enrolment_id=part.pk, by=rita, text=f"Answer {number}")
    with pytest.raises(NotSent, match="10 messages per hour"):
        write(part, "And?")
    Message.objects.update(sent_at=timezone.now() - timedelta(hours=2))
    write(part, "And?")


def test_each_side_is_mailed_once_for_what_it_has_not_read(part, settings):
    settings.EMAIL_URL = "smtp://localhost"
    rita = world.researcher(part.batch.project)
    for user in (rita, part.annotator):
        user.email = f"{user.username}@example.org"
        user.save(update_fields=["email"])
    write(part, "One")
    write(part, "Two")
    answer_annotator(enrolment_id=part.pk, by=rita, text="Three")
    answer_annotator(enrolment_id=part.pk, by=rita, text="Four")
    told = Notice.objects.order_by("pk").values_list("kind", "user__username")
    assert list(told) == [("message", "rita"), ("message_answered", "ann")]
    assert mail.outbox == []  # a task sends them
