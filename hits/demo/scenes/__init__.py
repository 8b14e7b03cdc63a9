"""The demo's pictures, each drawn by a module of its own."""

from hits.demo.scenes import (
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
from hits.demo.scenes.base import Scene

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

__all__ = ["SCENES", "Scene"]
