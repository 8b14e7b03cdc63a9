"""Tests of the command `rateroom`: arguments, messages, and which site gets the owner's token."""

import argparse
import json
import os
import subprocess
import sys
import zipfile
from decimal import Decimal

import pytest

from hits.models import Batch
from people.tokens.granting import make_token
from rateroom.cli import main
from rateroom.commands.comparing import by_system
from rateroom.commands.importing import _archive
from rateroom.commands.watching import in_words
from rateroom.connection import connect
from rateroom.console import Failed
from rateroom.places import tree
from recruiting.links.making import LinkTerms, make_link
from tests import world
from tests.installed.person import Person

HERE = "http://127.0.0.1:8000/"


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """The data folder of a machine on which `rateroom up` has never run."""
    for name in ("RATEROOM_SITE", "RATEROOM_TOKEN", "RATEROOM_PROJECT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RATEROOM_VAR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def owner(data_folder):
    note = {"address": HERE, "token": "rr_local", "project": "My project"}
    (data_folder / "owner.json").write_text(json.dumps(note), encoding="utf-8")


def flags(site=None, token=None):
    return argparse.Namespace(site=site, token=token)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("up --port 80000", "'80000' is not a port: enter a number from 1 to 65535"),
        ("publish 1 --rubric a --set reward", "'reward' is not of the form TERM=VALUE"),
        ("watch first", "invalid int value: 'first'"),
        ("import", "the following arguments are required: table"),
        ("fly", "invalid choice: 'fly'"),
    ],
)
def test_what_is_not_understood_is_named(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "import none.csv",
            "There is no file none.csv.\nEnter the path of a CSV or JSON Lines file.",
        ),
        (
            "import owner.json --judge x",
            "--judge and --model need a batch.\nSet --batch to the batch that the judge rated.",
        ),
        (
            "import owner.json --batch 1",
            "The judge has no name.\nSet --judge to the name of the judge.",
        ),
        (
            "publish 1 --rubric a --link 3",
            "Use --link and --each together.\nFor example: --link 20 --each 10",
        ),
        (
            "export 1 scores.txt",
            "scores.txt does not end in .csv, .jsonl, .parquet.\nSet --format to the file's format.",
        ),
    ],
)
def test_what_cannot_be_done_is_said_with_the_remedy(words, said, capsys):
    assert main(words.split()) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{said}\n")


def test_without_a_site_it_says_how_to_have_one(capsys):
    assert main(["watch", "1"]) == 1
    assert capsys.readouterr().err.splitlines()[:2] == [
        "No site is set, and no site was started on this machine.",
        "To start a site, run: rateroom up",
    ]


@pytest.mark.attack("naming another site to a command")
@pytest.mark.usefixtures("owner")
def test_the_owners_token_goes_to_this_machines_site_alone(monkeypatch):
    for site in (None, HERE, HERE.rstrip("/")):
        assert connect(flags(site)).http.token == "rr_local"
    with pytest.raises(Failed, match="There is no token for https://elsewhere"):
        connect(flags("https://elsewhere.example.org"))
    monkeypatch.setenv("RATEROOM_SITE", "https://elsewhere.example.org")
    monkeypatch.setenv("RATEROOM_TOKEN", "rr_elsewhere")
    there = connect(flags())
    assert (there.http.base, there.http.token) == (
        "https://elsewhere.example.org/api/v1/",
        "rr_elsewhere",
    )
    assert connect(flags(token="rr_flag")).http.token == "rr_flag"


def test_a_folder_of_media_becomes_an_archive(tmp_path):
    (tmp_path / "media/deep").mkdir(parents=True)
    (tmp_path / "media/deep/a.png").write_bytes(b"a")
    (tmp_path / "out").mkdir()
    archive = _archive(tmp_path / "media", tmp_path / "out")
    assert zipfile.ZipFile(archive).namelist() == ["deep/a.png"]
    before = archive.read_bytes()
    os.utime(tmp_path / "media/deep/a.png", (1, 1))
    assert _archive(tmp_path / "media", tmp_path / "out").read_bytes() == before
    assert _archive(archive, tmp_path) == archive


def test_progress_in_a_line():
    progress = {
        "state": "live",
        "answered": 3,
        "wanted": 8,
        "percent": 37.5,
        "people": 1,
        "waiting": 2,
        "expected_end": None,
    }
    assert in_words(progress) == "live: 3 of 8 responses, 38 %, 1 person, 2 to review"


def test_means_stand_side_by_side():
    def row(rater, system, value="", low="", high="", why=""):
        return {
            "criterion": "clarity",
            "rater": rater,
            "computed": "by system",
            "statistic": f"mean of {system}",
            "value": value,
            "low_95": low,
            "high_95": high,
            "not_estimable": why,
        }

    rows = [
        row("people", "A", "2.5", "1", "4"),
        row("judge", "A", "3"),
        row("people", "B", why="not estimable: no ratings yet"),
    ]
    assert by_system(rows) == [
        ["criterion", "system", "people", "judge"],
        ["clarity", "A", "2.50 [1.00, 4.00]", "3.00"],
        ["clarity", "B", "not estimable: no ratings yet", "–"],
    ]


@pytest.mark.django_db(transaction=True)
def test_commands_speak_to_a_site(live_server, tmp_path, capsys, monkeypatch):
    project = world.project()
    batch = world.live_batch(project, annotators_per_hit=1)
    for _hit in range(batch.hits_made):
        world.rate(world.annotator(), batch)
    _row, token = make_token(user=world.owner(project), name="x", scopes=["read"], days=1)
    monkeypatch.setenv("RATEROOM_SITE", live_server.url)
    monkeypatch.setenv("RATEROOM_TOKEN", token)
    assert main(["watch", str(batch.pk)]) == 0
    assert "live: 4 of 4 responses, 100 %, 1 person, 4 to review" in capsys.readouterr().err
    assert main(["export", str(batch.pk), "scores.csv"]) == 0
    assert len((tmp_path / "scores.csv").read_text(encoding="utf-8").splitlines()) == 5
    assert main(["export", str(batch.pk + 1), "scores.csv"]) == 1
    assert capsys.readouterr().err.splitlines()[-2:] == [
        "This token cannot access such an object.",
        "Check the number or name. The token's owner must be able to see the object on the site.",
    ]
    assert main(["export", str(batch.pk), "pairs.zip", "--tool", "preference-pairs"]) == 0
    assert zipfile.ZipFile("pairs.zip").namelist() == ["preferences.jsonl", "README.md"]
    assert main(["export", str(batch.pk), "x", "--tool", "hugging-face", "--log", "l"]) == 1
    # What is refused leaves what was there.
    assert [path.name for path in tmp_path.glob("*scores*")] == ["scores.csv"]
    assert len((tmp_path / "scores.csv").read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.django_db(transaction=True)
def test_a_draft_begun_again_has_the_terms_of_the_repeat(live_server, capsys, monkeypatch):
    project = world.project()
    dataset = world.dataset(project)
    rubric = world.version().rubric.name
    _row, token = make_token(user=world.owner(project), name="x", scopes=["read", "write"], days=1)
    monkeypatch.setenv("RATEROOM_SITE", live_server.url)
    monkeypatch.setenv("RATEROOM_TOKEN", token)
    draft = f"publish {dataset.pk} --rubric {rubric} --title Бабочки --draft".split()
    for flags_given in (["--reward", "0.10"], ["--reward", "0.25"], ["--annotators", "2"]):
        assert main([*draft, *flags_given]) == 0, capsys.readouterr().err
    batch = Batch.objects.get()
    assert (batch.title, batch.reward, batch.annotators_per_hit) == ("Бабочки", Decimal("0.25"), 2)


def test_manage_runs_the_sites_own_commands(capsys, monkeypatch, data_folder):
    ran = []
    monkeypatch.setattr(
        os, "execv", lambda _path, words: ran.append((words[2:], os.environ["RATEROOM_VAR"]))
    )
    main(["manage", "backup", "/srv/backups", "--keep", "14"])
    main(["manage"])
    main(["manage", "--data", "elsewhere", "verify"])
    assert ran == [
        (["backup", "/srv/backups", "--keep", "14"], str(data_folder)),
        (["help"], str(data_folder)),
        (["verify"], str(data_folder / "elsewhere")),
    ]
    with pytest.raises(SystemExit) as end:
        main(["manage", "--help"])
    assert end.value.code == 0
    assert "createsuperuser" in capsys.readouterr().out


def test_a_file_of_ratings_is_compared_without_a_site(data_folder):
    """The command must run in a separate process, because it turns into manage.py."""
    lines = [
        f"i{item},{system},clear,clear,{rater},{value},"
        for item in range(6)
        for system in "AB"
        for rater, value in (("ann,human", item), ("bot,judge", item + 1))
    ]
    head = "item,system,criterion,target,rater,kind,value,text"
    (data_folder / "ratings.csv").write_text("\n".join([head, *lines]))
    environment = {**os.environ, "PYTHONPATH": str(tree())}
    command = [sys.executable, "-m", "rateroom", "compare", "ratings.csv"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "24 ratings by 1 person and 1 judge of 6 items were compared." in done.stdout


@pytest.mark.django_db(transaction=True)
def test_a_person_rates_by_a_link_without_scripts(live_server):
    """The person answers so fast that they are asked to check their answers, as in the long
    test."""
    batch = world.live_batch(world.project(), audience="link", least_reading_percent=100)
    terms = LinkTerms(uses=5, cap=10)
    _link, token = make_link(batch=batch, key="k", by=world.researcher(batch.project), terms=terms)
    person = Person()
    person.join(f"{live_server.url}/join/{token}/")
    assert person.rate_all(lambda _page, values: values[-1]) == batch.hits_made
