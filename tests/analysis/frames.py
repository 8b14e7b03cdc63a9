"""Small frames for tests, written as CSV lines."""

from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.data.frame import Frame
from analysis.data.opening import read_ratings
from analysis.data.tidy import TidyFile

HEAD = "item,system,criterion,rater,kind,value"


def held(text: str | bytes, *, name: str = "r.csv", **options) -> TidyFile:
    """Return what `read_ratings` reads from a file with this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return read_ratings(path, **options)


def frame_of(*lines: str, head: str = HEAD, **options) -> Frame:
    return held("\n".join([head, *lines]), **options).frame


def scored(
    ratings: dict[str, list], *, systems: int = 1, criterion: str = "c", judges=("j", "k")
) -> list[str]:
    """Return a CSV line for each value of each rater, in the order of item and system. None is a
    missing rating."""
    lines = []
    for rater, values in ratings.items():
        kind = "judge" if rater in judges else "human"
        for place, value in enumerate(values):
            item, system = divmod(place, systems)
            if value is not None:
                lines.append(f"i{item},s{system},{criterion},{rater},{kind},{value}")
    return lines


def pairs(*lines: str) -> Frame:
    return frame_of(*lines, head="item,system,system_b,criterion,rater,kind,order,value")
