"""Tests of the lists of annotators, each annotator's page, and pausing or removing people."""

import pytest

from desk.annotators.charts import Axis, course_of, strip
from desk.annotators.figures import MeasureRow, Written
from hits.models import Batch, Enrolment, Suspension
from people.models import Act
from quality.annotators.folding import fold_annotators
from quality.measures import measures
from quality.models import AnnotatorFigures
from tests import world
from tests.pages import signed_in, words
from tests.quality.test_annotators import worked

pytestmark = pytest.mark.django_db


def address(batch: Batch, name: str = "") -> str:
    start = f"/admin/hits/batch/{batch.pk}/annotators/"
    return f"{start}{enrolment(batch, name).pk}/" if name else start


def enrolment(batch: Batch, name: str) -> Enrolment:
    return Enrolment.objects.get(batch=batch, annotator__username=name)


def shown(page: str, batch: Batch) -> list[str]:
    """Return the usernames of the batch's annotators on the page, in the page's order."""
    people = {each.pseudonym: each.annotator.username for each in batch.enrolments.all()}
    places = {page.find(pseudonym): name for pseudonym, name in people.items()}
    return [name for place, name in sorted(places.items()) if place >= 0]


@pytest.fixture
def batch() -> Batch:
    batch = worked()
    fold_annotators(batch_id=batch.pk)
    return batch


def test_the_list_is_sorted_and_filtered_by_its_address(batch):
    client = signed_in(world.viewer(batch.project))
    for pk, (flags, agreement) in zip(
        batch.enrolments.order_by("annotator__username").values_list("pk", flat=True),
        (
            ([], 0.5),
            ([{"rule": "checks", "numbers": {"failed": 4, "answered": 6}}], 0.9),
            ([], None),
        ),
        strict=True,
    ):
        figures = AnnotatorFigures.objects.get(enrolment=pk)
        figures.measures["agreement"]["value"] = agreement
        figures.flags = flags
        figures.save(update_fields=["measures", "flags"])

    def people(query: str) -> list[str]:
        return shown(words(client.get(address(batch) + query)), batch)

    assert people("?order=-agreement") == ["ben", "ann", "cleo"]
    assert people("?order=agreement") == ["ann", "ben", "cleo"]
    assert people("?order=-flags")[0] == "ben"
    assert people("?show=flagged") == ["ben"]
    assert people("?show=held") == []
    assert people("?after=0") == people("")
    assert people(f"?name={enrolment(batch, 'cleo').pseudonym[:4].lower()}")[-1] == "cleo"
    assert people("?order=-password&show=x&page=-1") == people("")
    assert "Checks failed" in words(client.get(address(batch)))


def test_a_person_stands_beside_all_with_intervals_and_n(batch):
    client = signed_in(world.viewer(batch.project))
    page = words(client.get(address(batch, "cleo")))
    assert "Correlation with other people" in page
    assert "-1.00" in page
    assert "6 HITs" in page
    assert "No flags. Most flags need at least 20 submitted HITs." in page
    assert "Pause in this batch" not in page


def test_those_who_submitted_nothing_are_listed_by_themselves(batch):
    client = signed_in(world.viewer(batch.project))
    dora = Enrolment.objects.create(
        batch=batch, annotator=world.person("dora"), pseudonym="quiet-one"
    )
    listing = client.get(address(batch), {"show": "idle"}).context["listing"]
    assert ([row.enrolment.pk for row in listing.rows], listing.counts["idle"]) == ([dora.pk], 1)
    everyone = client.get(address(batch)).context["listing"]
    assert (everyone.counts["all"], len(everyone.rows)) == (3, 3)


def test_a_person_has_the_facts_of_their_part_and_ids_are_for_those_who_write(batch):
    person = enrolment(batch, "ann")
    person.outside_ids, person.completion_code = {"PROLIFIC_PID": "5f8a2c"}, "C1A2"
    person.completed_at = person.created_at
    person.save(update_fields=["outside_ids", "completion_code", "completed_at"])
    pages = {
        role: words(signed_in(role(batch.project)).get(address(batch, "ann")))
        for role in (world.researcher, world.viewer)
    }
    assert {role: "C1A2" in page for role, page in pages.items()} == dict.fromkeys(pages, True)
    assert ["5f8a2c" in page for page in pages.values()] == [True, False]


def test_an_old_address_of_an_enrolment_leads_to_the_annotator(batch):
    person = enrolment(batch, "ann")
    answer = signed_in(world.viewer(batch.project)).get(
        f"/admin/hits/enrolment/{person.pk}/change/"
    )
    assert (answer.status_code, answer["Location"]) == (301, address(batch, "ann"))


def test_before_the_figures_are_computed_the_pages_say_so():
    batch = worked(people=("ann",), hits=2)
    client = signed_in(world.viewer(batch.project))
    for place in (address(batch), address(batch, "ann")):
        assert "Results appear within 2 minutes." in words(client.get(place))


def test_a_person_is_paused_removed_and_let_go_on_after_a_question(batch):
    client, ann = signed_in(world.researcher(batch.project)), world.annotator()

    def decide(decision: str, reason: str = "Two checks failed.") -> str:
        page = client.get(address(batch, "ann")).content.decode()
        assert f'decide/?decision={decision.replace(" ", "+")}"' in page
        sent = {"decision": decision, "reason": reason}
        before = enrolment(batch, "ann").status
        asked = client.post(address(batch, "ann") + "decide/", sent)
        assert (asked.status_code, enrolment(batch, "ann").status) == (200, before)
        sent["confirmed"] = "yes"
        answer = client.post(address(batch, "ann") + "decide/", sent, follow=True)
        return answer.content.decode()

    assert "Give a reason. The annotator will see it." in decide("pause batch", " ")
    assert "Paused in this batch." in decide("pause batch")
    assert enrolment(batch, "ann").status == "paused"
    assert "has paused your participation in this batch. Reason: “Two checks failed.”" in words(
        signed_in(ann).get(f"/batches/{batch.pk}/")
    )
    assert "Removed from this batch." in decide("end batch", "Enough.")
    assert "Resumed in this batch." in decide("resume batch")
    assert "Removed from all batches of the project." in decide("end project", "A program.")
    assert (
        "has ended your participation in all batches of this project. Reason: “A program.”"
        in words(signed_in(ann).get(f"/batches/{batch.pk}/"))
    )
    assert "Resumed in the project." in decide("resume project")
    assert not Suspension.objects.exists()
    acts = Act.objects.filter(verb__startswith="part_").order_by("pk")
    assert [(act.verb, act.subject_type) for act in acts] == [
        ("part_paused", "hits.batch"),
        ("part_ended", "hits.batch"),
        ("part_resumed", "hits.batch"),
        ("part_ended", "people.project"),
        ("part_resumed", "people.project"),
    ]


def test_who_decides_must_write_in_the_project_and_name_a_person_of_the_batch(batch):
    sent = {"decision": "end batch", "reason": "x", "confirmed": "yes"}
    decide = address(batch, "ann") + "decide/"
    assert signed_in(world.viewer(batch.project)).post(decide, sent).status_code == 403
    assert signed_in(world.outsider()).post(decide, sent).status_code == 404
    other = world.live_batch(batch.project)
    client = signed_in(world.researcher(batch.project))
    elsewhere = f"/admin/hits/batch/{other.pk}/annotators/{enrolment(batch, 'ann').pk}/"
    assert client.get(elsewhere).status_code == 404
    assert client.post(elsewhere + "decide/", sent).status_code == 404
    assert client.post(decide, {"decision": "x"}).status_code == 302
    assert enrolment(batch, "ann").status == "active"


def test_a_projects_list_adds_up_a_persons_batches(batch):
    other = world.live_batch(batch.project, annotators_per_hit=1)
    world.rate(world.annotator(), other)
    world.rate(world.person("dora"), world.live_batch(world.project()))
    page = words(signed_in(world.viewer(batch.project)).get("/admin/annotators/"))
    pseudonym = enrolment(other, "ann").pseudonym
    assert f"{pseudonym} 2 7 – – 0" in page
    assert enrolment(batch, "ben").pseudonym in page
    assert Enrolment.objects.get(annotator__username="dora").pseudonym not in page
    person = words(signed_in(world.viewer(batch.project)).get(address(batch, "ann")))
    assert f"Work in other batches of the project {other.title}" not in person
    assert other.title in person


def test_drawings_are_in_per_cent_of_their_width():
    axis = Axis(0.0, 1.0)
    assert [axis.place(number) for number in (0, 0.5, 2)] == ["2.00%", "50.00%", "98.00%"]
    drawn = strip(axis, {"value": 0.5, "low": 0.25, "high": None}, {"median": 1.0})
    assert (drawn.value, drawn.low, drawn.high, drawn.middle) == (
        "50.00%",
        "26.00%",
        None,
        "98.00%",
    )
    assert strip(axis, {"value": None}, None) is None
    course = course_of([10.0, 100.0, 1000.0], 100.0)
    assert [dot.x for dot in course.dots] == ["6.00%", "52.00%", "98.00%"]
    # On a log scale equal factors are equal steps.
    first, second, third = (dot.y for dot in course.dots)
    assert abs((first - second) - (second - third)) <= 1
    assert course.median.y == second
    assert course_of([10.0], None) is None


@pytest.mark.parametrize("measure", measures().values(), ids=lambda measure: measure.name)
def test_what_a_figure_rests_on_is_counted_in_words(measure):
    counted = [
        MeasureRow(measure, Written(measure.unit, {"n": n}), "", "", None).counted
        for n in (1, 2, 1200)
    ]
    one, many = counted[0].removeprefix("1 "), counted[1].removeprefix("2 ")
    assert counted == [f"1 {one}", f"2 {many}", f"1,200 {many}"]
    assert one != many
