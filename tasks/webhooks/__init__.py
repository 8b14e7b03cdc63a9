"""Web hooks to programs of researchers: what happens in a project is noted in its own transaction,
and sent, signed, until the receiver has it."""
