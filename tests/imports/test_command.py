"""Tests of `manage.py import_dataset`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from stimuli.models import Dataset
from surveys.loading import library_names
from tests import world
from tests.imports.makers import LONG, content, filed, picture, table


def run(project, path, *arguments, name="Scenes") -> tuple[str, str]:
    out, log = StringIO(), StringIO()
    call_command(
        "import_dataset",
        str(path),
        "--project",
        project.name,
        "--name",
        name,
        *arguments,
        stdout=out,
        stderr=log,
    )
    return out.getvalue(), log.getvalue()


def test_summary(project, tmp_path):
    rows = [["nr", "image", "A", "B"], ["1", "a.png", "One.", "Two."], ["2", "a.png", "", "Four."]]
    media = filed(tmp_path / "m", {"a.png": picture()})
    arguments = [
        "--media",
        str(media),
        "--item-column",
        "nr",
        "--systems",
        "A, B",
        "--allow-missing",
    ]
    out, log = run(project, table(tmp_path, rows), *arguments)
    warning, summary = out.splitlines()
    assert warning == (
        "Warning: 1 of 2 items have no output of system A. "
        "A batch can use only items that have an output of each of its systems."
    )
    assert summary.startswith("Dataset Scenes: 2 items, 2 systems, 3 outputs, 1 media, in ")
    assert log == "0 of 2 rows\n"
    assert list(content(Dataset.objects.get())) == ["1", "2"]


def test_rubric_by_name(project, tmp_path):
    world.version()
    with pytest.raises(CommandError) as caught:
        run(project, table(tmp_path, LONG), "--rubric", "image-paragraph")
    assert str(caught.value) == (
        "table.csv: row 1: no column has the field `image` (image) of rubric image-paragraph. Add a column for this field, or rename a column."
    )


def test_every_problem_has_its_line(project, tmp_path):
    path = table(tmp_path, [*LONG, ["", "Heron", "x", ""], ["4", "", "x", ""]])
    with pytest.raises(CommandError) as caught:
        run(project, path)
    assert caught.value.returncode == 1
    assert str(caught.value).splitlines() == [
        "table.csv: row 6, column `item_id`: is empty. Fill it in, or delete the row.",
        "table.csv: row 7, column `system`: is empty. Fill it in, or delete the row.",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--rubric", "none-such"],
            "Project {name}: There is no rubric named none-such. Use one of: {library}.",
        ),
        (["--project", "Nowhere"], "There is no project named Nowhere. Projects: {name}."),
        (
            ["--media", "/nowhere"],
            "nowhere: nowhere does not exist. Choose a folder or a ZIP file of media.",
        ),
    ],
)
def test_what_is_not_there(project, tmp_path, arguments, said):
    with pytest.raises(CommandError) as caught:
        run(project, table(tmp_path, LONG), *arguments)
    assert str(caught.value) == said.format(name=project.name, library=", ".join(library_names()))


def test_no_such_table(project, tmp_path):
    with pytest.raises(CommandError) as caught:
        run(project, tmp_path / "none.csv")
    assert (
        str(caught.value)
        == f"{tmp_path}/none.csv: no such file. Enter the path of a CSV or JSONL table."
    )


def test_two_layouts_at_once(project, tmp_path):
    with pytest.raises(
        CommandError,
        match="^Options: You chose the columns of systems, and also a system or output column",
    ):
        run(project, table(tmp_path, LONG), "--systems", "a,b", "--system-column", "system")
