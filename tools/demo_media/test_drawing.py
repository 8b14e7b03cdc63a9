"""What is committed is what the code draws. Run by hand after a change here: see README.md."""

import os
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageChops

from demo.material import MEDIA, OUTPUTS, clip_name, picture_name
from surveys.loading import MEDIA as RUBRIC_MEDIA
from tools.demo_media.__main__ import write_scenes
from tools.demo_media.clips import CLIPS, render_clip
from tools.demo_media.examples import SIZE, write_examples
from tools.demo_media.outputs import write_outputs
from tools.demo_media.scenes import SCENES

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    write_scenes(folder)
    return folder


def largest_difference(path: Path, other: Path) -> int:
    """In levels of 0 to 255. Another processor may round a blend differently, by a level or two."""
    difference = ImageChops.difference(Image.open(path), Image.open(other))
    return max(high for _low, high in difference.getextrema())


def decoded(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as file:
        return [frame.to_ndarray(format="gray").astype(int) for frame in file.decode(video=0)]


def test_the_committed_pictures_are_what_the_code_draws(pictures):
    assert sorted(path.name for path in pictures.iterdir()) == sorted(map(picture_name, SCENES))
    assert max(largest_difference(path, MEDIA / path.name) for path in pictures.iterdir()) <= 12


def test_another_process_draws_the_same_bytes(pictures, tmp_path):
    draw = (
        "import pathlib; from tools.demo_media import __main__ as m; "
        f"m.write_scenes(pathlib.Path({str(tmp_path)!r}))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", draw]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)  # noqa: S603 - our own
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in pictures.iterdir()
    }


def test_every_scene_states_its_facts():
    lacking = [
        key
        for key, scene in SCENES.items()
        if scene.key != key or len(scene.facts) < 5 or not scene.title
    ]
    assert lacking == []


def test_the_rubrics_example_pictures_are_what_the_code_draws(tmp_path):
    write_examples(tmp_path)
    drawn = sorted(tmp_path.iterdir())
    assert [path.name for path in drawn] == sorted(
        path.name for path in RUBRIC_MEDIA.glob("image-paragraph-*.jpg")
    )
    assert {Image.open(path).size for path in drawn} == {SIZE} == {(640, 427)}
    assert max(largest_difference(path, RUBRIC_MEDIA / path.name) for path in drawn) <= 12


def test_the_committed_outputs_are_what_the_code_makes(tmp_path):
    """Pictures within a few levels; of clips and sounds the size, as encoders differ."""
    write_outputs(tmp_path)
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == sorted(path.name for path in OUTPUTS.iterdir())
    pictures = [path for path in made if path.suffix == ".jpg"]
    assert max(largest_difference(path, OUTPUTS / path.name) for path in pictures) <= 12
    sizes = [(path.stat().st_size, (OUTPUTS / path.name).stat().st_size) for path in made]
    assert [size for size, committed in sizes if not 0.8 < size / committed < 1.25] == []


@pytest.mark.parametrize("key", CLIPS)
def test_a_committed_clip_shows_what_the_code_draws(key, tmp_path):
    """Frame by frame; the encoder may choose other bytes for the same picture when the machine is
    busy."""
    again = tmp_path / clip_name(key)
    render_clip(key, again)
    frames = decoded(MEDIA / clip_name(key))
    assert len(frames) == CLIPS[key].frame_count == CLIPS[key].seconds * 24
    assert (
        max(
            np.abs(frame - other).mean()
            for frame, other in zip(decoded(again), frames, strict=True)
        )
        < 2
    )


def test_a_clip_is_drawn_the_same_twice():
    drawn, again = (
        [np.asarray(frame) for frame in CLIPS["ball"].frames()][::12] for _turn in range(2)
    )
    assert [np.array_equal(frame, other) for frame, other in zip(drawn, again, strict=True)] == [
        True
    ] * len(drawn)
