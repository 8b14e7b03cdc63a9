"""`outputs`: the systems' outputs, side by side if the page has two.

They never show a system's name.
"""

from surveys.blocks.outputs.block import OutputsBlock as Block

__all__ = ["Block"]
