"""Replies whose right numbers are known by construction, written from docs/replies.md alone.

Nothing here imports a reader: what a reader and this generator agree on, they agree on through the
document. A reply that is read wrongly changes the reader or the document, never its mutation.
"""
