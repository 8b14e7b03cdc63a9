"""The block `conversation`, which shows the conversation or agent's run that the outputs are
about."""

from surveys.blocks.conversation.block import ConversationBlock as Block

__all__ = ["Block"]
