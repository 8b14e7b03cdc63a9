"""Tests of the pages of rubrics and prompt templates: lists, editor, comparison and access."""

import pytest
from django.urls import reverse

from desk.rubrics import lists
from surveys.languages.translations import shown_texts
from surveys.loading import starter_source
from surveys.models import PromptTemplate, RubricVersion
from surveys.versions.storing import load_version
from tests import world
from tests.pages import signed_in, squeezed, words

pytestmark = pytest.mark.django_db
WRITE, WRITE_PROMPT = "/admin/rubrics/write/", "/admin/prompts/write/"


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def versions_of(project, number: int) -> list[RubricVersion]:
    sources = (
        starter_source().replace("summary: ", f"summary: {turn}. ", 1) for turn in range(number)
    )
    return [load_version(source=source, project=project) for source in sources]


def test_rubrics_are_turned_by_name_and_number(client, project, monkeypatch):
    monkeypatch.setattr(lists.RubricsPage, "size", 2)
    own = versions_of(project, 3)
    listed, address = [], reverse("admin:rubrics")
    while address:
        window = client.get(address).context["window"]
        listed += [row.pk for row in window.rows]
        address = f"{reverse('admin:rubrics')}?after={window.after}" if window.after else ""
    assert sorted(set(listed)) == sorted(listed)
    assert [pk for pk in listed if pk in {row.pk for row in own}] == [row.pk for row in own[::-1]]


def test_a_researchers_own_rubric_is_checked_and_stored(client, project):
    source = world.version().source
    broken = source.replace("kind: text", "kind: txt").replace("max: 3", "max: many")
    answer = client.post(WRITE, {"project": project.pk, "source": broken})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "sections.5.kind: `txt` is not a known kind. Did you mean `text`?" in page
    assert "kind: txt" in page  # nothing typed is lost
    lines = [problem.line for problem in answer.context["problems"]]
    assert lines == sorted(lines)
    mine = source.replace("name: image-paragraph", "name: my-rubric")
    assert client.post(WRITE, {"project": project.pk, "source": mine}).status_code == 302
    stored = RubricVersion.objects.get(rubric__project=project)
    assert str(stored) == "my-rubric v1"
    page = reverse("admin:rubric_version", args=[stored.pk])
    assert client.get(page).status_code == 200
    assert signed_in(world.outsider()).get(page).status_code == 404


def test_a_rubric_says_which_languages_it_has(client, project):
    whole = world.version()
    part = starter_source() + "\ntranslations:\n  de: {title: Eine Frage}\n"
    own = load_version(source=part, project=project)
    texts = len(shown_texts(own.spec))
    languages = {whole: "English, Deutsch, Español", own: f"English, Deutsch (1 of {texts} texts)"}
    listed = words(client.get(reverse("admin:rubrics")))
    # One's own is listed before the library's, of which there is more than one page.
    assert listed.index(f"{own.rubric.name} v1") < listed.index("Library")
    listed += words(client.get(reverse("admin:rubrics"), {"name": whole.rubric.name}))
    for version, names in languages.items():
        page = words(client.get(reverse("admin:rubric_version", args=[version.pk])))
        assert f"Languages: {names}" in page
        assert names in listed


def test_a_copy_of_what_one_may_not_see_is_the_starter(client):
    others = world.project(name="Lichens")
    secret = starter_source().replace("summary: ", "summary: Unpublished. ", 1)
    version = load_version(source=secret, project=others)
    page = client.get(f"{WRITE}?copy={version.pk}").content.decode()
    assert "Unpublished" not in page
    own = signed_in(world.researcher(others)).get(f"{WRITE}?copy={version.pk}")
    assert "Unpublished" in own.content.decode()


def test_a_version_is_compared_with_the_one_chosen_or_the_one_before(client, project):
    first, second, third = versions_of(project, 3)
    page = reverse("admin:rubric_difference", args=[third.pk])

    def compared(version, query: str = ""):
        page = reverse("admin:rubric_difference", args=[version.pk])
        return client.get(page + query).context["old"]

    assert (compared(third), compared(third, f"?since={first.pk}")) == (second, first)
    assert (compared(first), compared(third, "?since=x")) == (second, second)
    assert "0. " in squeezed(client.get(f"{page}?since={first.pk}").content.decode())


def test_a_prompt_template_is_checked_stored_and_shown_filled(client, project):
    rubric = load_version(source=starter_source(), project=project).rubric
    typed = {
        "project": project.pk,
        "rubric": rubric.pk,
        "name": "Short",
        "text": "{{Task}}\nAnswer: {{output}}",
    }
    refused = client.post(WRITE_PROMPT, typed | {"lines": "Task: fields"})
    assert "“Task: fields” has no “=”." in refused.content.decode()
    refused = client.post(WRITE_PROMPT, typed)
    assert refused.status_code == 422
    assert "line 1 Task: the content of this placeholder is unknown" in refused.content.decode()
    client.post(WRITE_PROMPT, typed | {"lines": "Task = text: Rate this."})
    stored = PromptTemplate.objects.get()
    assert stored.sources["Task"] == "text: Rate this."
    page = reverse("admin:prompt", args=[stored.pk])
    assert "Rate this. Answer:" in words(client.get(page))
    assert signed_in(world.outsider()).get(page).status_code == 404
    again = client.post(WRITE_PROMPT, typed | {"lines": "Task = text: Rate this."})
    assert "This name is already taken." in again.content.decode()
    assert PromptTemplate.objects.count() == 1


def test_a_prompt_is_for_a_rubric_of_the_library_or_of_ones_projects(client, project):
    others = load_version(source=starter_source(), project=world.project(name="Lichens")).rubric
    typed = {"project": project.pk, "rubric": others.pk, "name": "Short", "text": "{{output}}"}
    assert client.post(WRITE_PROMPT, typed).status_code == 422
    assert not PromptTemplate.objects.exists()


def test_an_empty_list_of_prompts_says_what_judges_use(client):
    sentence = "Judges use the prompt of the rubric until you write one."
    assert sentence in words(client.get(reverse("admin:prompts")))
