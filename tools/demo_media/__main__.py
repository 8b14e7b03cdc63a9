"""`python -m tools.demo_media`: draw every picture and clip again, over the committed ones (about a
minute)."""

from pathlib import Path

from demo.material import MEDIA, OUTPUTS, clip_name, picture_name
from surveys.loading import MEDIA as RUBRIC_MEDIA
from tools.demo_media.clips import CLIPS, render_clip
from tools.demo_media.examples import write_examples
from tools.demo_media.outputs import write_outputs
from tools.demo_media.scenes import SCENES, drawn

JPEG_QUALITY = 88


def write_scenes(folder: Path) -> None:
    for scene in SCENES:
        drawn(scene).save(folder / picture_name(scene), quality=JPEG_QUALITY, optimize=True)


def write_clips(folder: Path) -> None:
    for key in CLIPS:
        render_clip(key, folder / clip_name(key))


if __name__ == "__main__":
    write_scenes(MEDIA)
    write_clips(MEDIA)
    write_examples(RUBRIC_MEDIA)
    write_outputs(OUTPUTS)
