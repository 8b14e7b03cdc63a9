"""Tests of `manage.py compare` on public datasets and with wrong arguments, by its JSON output."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from analysis.comparison.results import from_json
from analysis.report.rounding import rounded
from tests.analysis import shared_sets
from tests.analysis.frames import HEAD, scored
from tests.analysis.statistics.shared_data import judge_run

PUBLISHED = {
    "coherence": (0.542, 0.469, 100, 0.5345, 0.797, 0.633, 0.731),
    "consistency": (0.545, 0.505, 96, 0.5315, 0.826, 0.683, 0.799),
    "fluency": (0.468, 0.435, 98, 0.4583, 0.707, 0.538, 1.287),
    "relevance": (0.400, 0.349, 100, 0.4503, 0.881, 0.706, 1.217),
}


def written(path, *options: str) -> str:
    out = io.StringIO()
    call_command("compare", str(path), *options, stdout=out)
    return out.getvalue()


def compared(tmp_path, text: str, *options: str) -> dict:
    path = tmp_path / "ratings.csv"
    path.write_text(text, encoding="utf-8")
    return json.loads(written(path, "--format", "json", *options))


def judged(result: dict, criterion: str, judge: str) -> dict:
    found = next(one for one in result["criteria"] if one["facts"]["key"] == criterion)
    return next(one for one in found["judges"] if one["judge"] == judge)


def test_summeval_has_its_reference_figures(tmp_path):
    result = compared(tmp_path, shared_sets.summeval("gpt-4o"), "--draws", "20")
    for criterion, expected in PUBLISHED.items():
        judge = judged(result, criterion, "gpt-4o")
        value = {one["statistic"]: one["judge"]["value"] for one in judge["figures"]}
        found = (
            round(value["spearman_input"], 3),
            round(value["kendall_input"], 3),
            judge["used"],
            round(value["spearman_pooled"], 4),
            round(value["spearman_system"], 3),
            round(value["kendall_system"], 3),
            round(value["mae"], 3),
        )
        assert found == expected
        assert judge["used"] + judge["constant"] == 100
    (overall,) = result["overall"]
    test = overall["annotator_test"]
    assert (overall["criteria"], test["score"]) == (sorted(PUBLISHED), "neg_rmse")
    assert (test["winning_rate"], round(test["advantage"]["value"], 4), test["epsilon"]) == (
        0,
        0.4757,
        0.2,
    )
    assert [one["instances"] for one in test["annotators"]] == [6400] * 3


def test_mtbench_has_sparse_raters_and_is_a_preference(tmp_path):
    result = compared(
        tmp_path, shared_sets.mtbench("gpt-4o", "mistral-v03"), "--judge", "gpt-4o", "--draws", "50"
    )
    assert result["judges"] == ["gpt-4o"]
    judge = judged(result, "better", "gpt-4o")
    test = judge["annotator_test"]
    assert (test["winning_rate"], round(test["advantage"]["value"], 4)) == (0, 0.7728)
    assert {one["annotator"]: one["instances"] for one in test["annotators"]} == {
        "author_0": 74,
        "author_4": 84,
        "expert_24": 88,
    }
    people = judge_run("mtbench", "human_annotations.json")
    machine = judge_run("mtbench", "llm_annotations.json")["gpt-4o"]
    same = [machine[unit] == value for table in people.values() for unit, value in table.items()]
    assert judge["figures"][0]["judge"]["value"] == pytest.approx(sum(same) / len(same))
    rates = {one["system"]: one["judges"]["gpt-4o"] for one in result["criteria"][0]["by_system"]}
    won = [
        (key.split("__")[1 if value == "model_a" else 2], value)
        for key, value in machine.items()
        if "gpt-4_" in key + "_"
    ]
    gpt4 = [name == "gpt-4" if value != "tie" else 0.5 for name, value in won]
    assert (rates["gpt-4"]["value"], rates["gpt-4"]["n"]) == (
        pytest.approx(sum(gpt4) / len(gpt4)),
        len(gpt4),
    )


def test_llmbar_counts_in_both_orders_are_the_published_ones(tmp_path):
    judges = ["GPT-4", "ChatGPT", "Falcon"]
    result = compared(tmp_path, shared_sets.llmbar(*judges), "--draws", "20")
    for name in judges:
        told = judge_run("llmbar_natural", name, "statistics.json")
        expected = {key: int(text.split()[0]) for key, text in told.items() if "/" in str(text)}
        judge = judged(result, "better", name)
        gold = judge["gold"]
        assert gold["pairs"] == 100
        assert gold["right_in_order"] == expected["correct_False"]
        assert gold["right_in_reverse"] == expected["correct_True"]
        assert gold["right_in_both"] == expected["correct_both"]
        assert gold["same"] == expected["equal"]
        assert judge["orders"]["consistency"]["value"] == pytest.approx(expected["equal"] / 100)
        assert gold["accuracy"] == pytest.approx(float(told["correct_average"].rstrip("%")) / 100)
    assert round(judged(result, "better", "GPT-4")["gold"]["kappa_in_order"]["value"], 4) == 0.8977


@pytest.fixture
def small(tmp_path) -> Path:
    path = tmp_path / "small.csv"
    values = {"ann": [1, 2, 3, 3, 3, 5], "ben": [1, 3, 3, 2, 4, 4], "bot": [1, 4, 2, 3, 2, 5]}
    path.write_text("\n".join([HEAD, *scored(values, systems=3, judges=("bot",))]))
    return path


def test_scales_are_declared_on_the_command_line(small):
    said = written(small, "--scale", "people=1..5", "--scale", "c:bot=5..1", "--draws", "0")
    assert said.startswith("c: ratings of bot were mapped from its scale, 5 to 1, onto people's")
    for wrong, message in (
        ("bot=1-5", "--scale bot=1-5: write RATER=LOW..HIGH"),
        ("bot=1..5", "the scale of people is not"),
    ):
        with pytest.raises(CommandError, match=message):
            written(small, "--scale", wrong)


def test_every_format_and_the_folder_say_the_same(small, tmp_path):
    folder = tmp_path / "out"
    said = written(small, "--out", str(folder))
    assert said.endswith(f"Written to {folder}.\n")
    assert sorted(path.name for path in folder.iterdir()) == [
        *(f"{table}.{form}" for table in ("agreement",) for form in ("csv", "md", "tex")),
        "comparison.json",
        "comparison.txt",
        "figures.csv",
        *(
            f"{table}.{form}"
            for table in ("judge-in-a-persons-place", "judges")
            for form in ("csv", "md", "tex")
        ),
        "methods.txt",
        *(
            f"{table}.{form}"
            for table in ("shares", "systems", "wins")
            for form in ("csv", "md", "tex")
        ),
    ]
    result = from_json((folder / "comparison.json").read_text())
    judge = result.criteria[0].judges[0]
    exact, kappa, mae = (judge.figure(name).judge.value for name in ("exact", "kappa", "mae"))
    assert exact == pytest.approx(4 / 12)
    rows = list(csv.DictReader(io.StringIO((folder / "figures.csv").read_text())))
    row = next(
        one for one in rows if one["statistic"] == "mean absolute error" and one["rater"] == "bot"
    )
    assert (row["value"], row["n"], row["n_of"]) == (f"{mae:.6g}", "6", "units")
    line = f"| c | bot | 0.33 | {rounded(kappa)} | {rounded(mae)} |"
    assert line in (folder / "judges.md").read_text()
    assert (folder / "judges.tex").read_text() in written(small, "--format", "latex")
    assert written(small) == (folder / "comparison.txt").read_text()


def test_settings_are_kept(small):
    options = (
        *("--draws", "7", "--seed", "5", "--constant", "zero", "--tau", "c", "--epsilon"),
        "0.1",
    )
    result = from_json(written(small, "--format", "json", *options, "--level", "c=interval"))
    told = result.settings
    assert (told.draws, told.seed, told.constant, told.tau, told.epsilon) == (
        *(7, 5, "zero", "c", 0.1),
    )
    assert result.criteria[0].facts.level == "interval"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Name either a CSV file or a batch"),
        (["{small}", "--batch", "1"], "Name either a CSV file or a batch"),
        (["nowhere.csv"], "nowhere.csv cannot be read: No such file"),
        (["{small}", "--judge", "x"], "There is no judge x. The judges are bot."),
        (["{small}", "--level", "c=fine"], "--level c=fine: write CRITERION=nominal"),
        (["{small}", "--level", "d=nominal"], "small.csv: has no criterion d. Its criteria are c."),
        (["{small}", "--draws", "-1"], "--draws must be 0"),
    ],
)
def test_mistakes_are_told(small, options, said):
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("compare", *[option.format(small=small) for option in options])


@pytest.mark.django_db
def test_a_missing_batch():
    with pytest.raises(CommandError, match=re.escape("There is no batch 99.")):
        call_command("compare", "--batch", "99")


def test_versions_are_those_installed(small):
    result = from_json(written(small, "--format", "json"))
    assert sorted(result.versions) == ["numpy", "rateroom-figures", "scipy"]


def test_what_is_left_out_and_what_came_twice_is_told(tmp_path):
    path = tmp_path / "ratings.csv"
    lines = scored({"ann": [1, 2, 3], "ben": [1, 2, 2], "bot": [2, 2, 3]}, judges=("bot",))
    path.write_text(
        "\n".join([HEAD, *lines, lines[0], "i1,s0,c,bot,judge,NaN", "i2,s0,c,cat,human,"])
    )
    told = written(path, "--draws", "0")
    assert "Excluded because they have no value: 2 ratings (bot 1, cat 1).\n" in told
    assert "Ratings by a person who had rated the same thing already: 1 on c." in told


def test_a_file_with_names_of_its_own(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(
        "doc_id;system;criterion;rater;kind;value\n1;s;safe;ann;human;Yes\n1;s;safe;bot;judge;yes\n"
    )
    result = from_json(written(path, "--format", "json", "--column", "item=doc_id"))
    assert result.criteria[0].judge("bot").figure("exact").judge.value == 1
    with pytest.raises(CommandError, match="--column x: write NAME=COLUMN"):
        written(path, "--column", "x")
