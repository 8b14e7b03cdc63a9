"""The block `outputs`, which shows the systems' outputs. Two outputs are shown side by side.

The block never shows the name of a system.
"""

from surveys.blocks.outputs.block import OutputsBlock as Block

__all__ = ["Block"]
