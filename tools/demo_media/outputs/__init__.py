"""What the demo's made-up systems made: pictures, clips and sounds, some of them flawed on
purpose.

Each is written to a path that `demo.material.output_name` gives.
"""

from pathlib import Path

from demo.material import output_name
from tools.demo_media.outputs.clips import CLIPS, write_clip
from tools.demo_media.outputs.pictures import PICTURES, write_picture
from tools.demo_media.outputs.sounds import SOUNDS, write_sound


def write_outputs(folder: Path) -> None:
    """Write every output there is into `folder`."""
    for item, system in PICTURES:
        write_picture(item, system, folder / output_name(item, system, "image"))
    for item, system in CLIPS:
        write_clip(item, system, folder / output_name(item, system, "video"))
    for item, system in SOUNDS:
        write_sound(item, system, folder / output_name(item, system, "audio"))


__all__ = ["write_outputs"]
