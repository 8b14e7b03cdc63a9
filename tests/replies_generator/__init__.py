"""Generated replies whose correct scores are known, written only from docs/replies.md.

Nothing here imports a parser, so the parser and this generator agree only through the document. If
a reply is parsed wrongly, fix the parser or the document, never the mutation.
"""
