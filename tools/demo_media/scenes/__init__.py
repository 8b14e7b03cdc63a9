"""The demo's pictures, each drawn by a module of its own."""

from functools import cache

from PIL import Image

from tools.demo_media.scenes import (
    bakery,
    breakfast,
    chess,
    desert,
    greenhouse,
    harbour,
    kite,
    lake,
    library,
    lighthouse,
    market,
    viaduct,
)
from tools.demo_media.scenes.base import Scene

_MODULES = (
    harbour,
    market,
    kite,
    viaduct,
    breakfast,
    bakery,
    lake,
    greenhouse,
    chess,
    lighthouse,
    desert,
    library,
)
SCENES: dict[str, Scene] = {module.SCENE.key: module.SCENE for module in _MODULES}


@cache
def drawn(key: str) -> Image.Image:
    """A scene's picture, drawn once a process for all who only read it."""
    return SCENES[key].draw()


__all__ = ["SCENES", "Scene", "drawn"]
