"""What the demo's made-up systems made: pictures, clips and sounds, some of them flawed on
purpose.

Each is written to a path that `demo.material.output_name` gives.
"""

from pathlib import Path

from demo.material import output_name
from tools.demo_media.outputs.clips import CLIPS, write_clip
from tools.demo_media.outputs.pictures import PICTURES, write_picture
from tools.demo_media.outputs.sounds import SOUNDS, write_sound

WRITERS = {"image": (PICTURES, write_picture), "video": (CLIPS, write_clip)}
WRITERS["audio"] = (SOUNDS, write_sound)


def write_outputs(folder: Path) -> None:
    for kind, (outputs, write) in WRITERS.items():
        for item, system in outputs:
            write(item, system, folder / output_name(item, system, kind))


__all__ = ["write_outputs"]
