"""What a run sends: its prompts, what they attach, and both as a protocol's messages."""
