"""Section kinds, which are kinds of questions. Each folder here is a kind; modules are shared by
kinds.

Kinds are found here, and in the `kinds` package of each app in the setting `PLUGINS`.
docs/developers/adding-a-kind.md shows how to write a kind.
"""
