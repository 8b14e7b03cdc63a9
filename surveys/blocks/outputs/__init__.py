"""The block `outputs`: the systems' outputs, side by side if the page has two.

The block never shows the name of a system.
"""

from surveys.blocks.outputs.block import OutputsBlock as Block

__all__ = ["Block"]
