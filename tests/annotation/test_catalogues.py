"""Tests of the translation catalogues: complete, no fuzzy texts, all placeholders, and compiled."""

import os
import re
import shutil

import pytest
from babel.messages.mofile import read_mo
from django.conf import settings

from annotation.messages import LANGUAGES, catalogue, lacking, placeholders, po_path, template
from annotation.translations import compile_translations

TAG = re.compile(r"</?[a-z][^>]*>")


def forms(text) -> list[str]:
    return list(text) if isinstance(text, (tuple, list)) else [text]


def texts(found) -> dict:
    """Return the translations by (context, source texts), without untranslated texts. Babel reads a
    compiled context as bytes."""
    return {
        (
            one.context.decode() if isinstance(one.context, bytes) else one.context,
            tuple(forms(one.id)),
        ): forms(one.string)
        for one in found
        if any(forms(one.id)) and all(forms(one.string))
    }


@pytest.fixture(scope="module")
def source():
    return {(message.context, tuple(forms(message.id))) for message in template() if message.id}


def test_there_is_a_catalogue_for_every_language_but_the_sources_own():
    assert ["en", *LANGUAGES] == [code for code, _name in settings.LANGUAGES]


def test_texts_are_found_wherever_they_stand(source):
    kinds = {
        (None, ("Skip to the content",)),  # a template
        (None, ("%(number)s answer", "%(number)s answers")),  # its plural
        (None, ("until %(when)s",)),  # a tag with a value
        (None, ("%(number)s response to review", "%(number)s responses to review")),
        (None, ("Output to rate",)),  # a filter's argument
        (None, ("Choose one answer.",)),  # a module
        (None, ("seed",)),  # a model's field
        ("money", ("%(sign)s%(amount)s",)),  # with a context
    }
    assert kinds <= source


@pytest.mark.long  # before a release, not at every commit
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_sources_texts_and_no_others(language, source):
    """If this test fails, run `make messages` and translate the texts that it lists."""
    found = {(one.context, tuple(forms(one.id))) for one in catalogue(language) if one.id}
    assert found == source


@pytest.mark.long  # before a release, not at every commit
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_none_is_a_guess(language):
    found = catalogue(language)
    assert lacking(found) == []
    assert [message.id for message in found if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_leaves_open_what_its_text_leaves_open(language):
    different = []
    for (_context, ids), strings in texts(catalogue(language)).items():
        for number, string in enumerate(strings):
            asked = ids[min(number, len(ids) - 1)]
            same = placeholders(asked) == placeholders(string) and TAG.findall(
                asked
            ) == TAG.findall(string)
            if not same or string != string.strip():
                different.append((asked, string))
    assert different == []


def test_a_changed_translation_is_compiled_again(tmp_path):
    """The compiled file is read with a library other than the one that compiled it."""
    for language in LANGUAGES:
        shutil.copytree(po_path(language).parent, tmp_path / language / "LC_MESSAGES")
        path = tmp_path / language / "LC_MESSAGES" / "django.po"
        compile_translations(tmp_path)
        assert texts(read_mo(path.with_suffix(".mo").open("rb"))) == texts(catalogue(language))
        path.write_text(path.read_text().replace('msgstr "', 'msgstr "New: ', 2))
        os.utime(path, (path.stat().st_mtime + 10,) * 2)
        compile_translations(tmp_path)
        assert b"New: " in path.with_suffix(".mo").read_bytes()


def test_placeholders_are_told_from_per_cent_signs():
    assert placeholders("%(n)s of {all}, %d, 20 %% of it, {share} %% watched") == sorted(
        ["%(n)s", "{all}", "%d", "{share}"]
    )
