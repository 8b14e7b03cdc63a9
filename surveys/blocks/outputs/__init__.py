"""`outputs`: what the systems wrote, one beside the other where the page takes two.

Never a system's name.
"""

from surveys.blocks.outputs.block import OutputsBlock as Block

__all__ = ["Block"]
