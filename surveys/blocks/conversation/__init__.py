"""The block `conversation`, which shows the conversation or the agent run that the outputs are
about."""

from surveys.blocks.conversation.block import ConversationBlock as Block

__all__ = ["Block"]
