"""Section kinds, which are the kinds of questions. Each folder here is one kind, and the modules
here are shared by several kinds.

Kinds are found here and in the `kinds` package of each app in the setting `PLUGINS`.
docs/developers/adding-a-kind.md describes how to write a kind.
"""
