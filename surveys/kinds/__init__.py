"""Section kinds: what can be asked. Each folder here is a kind; modules are what kinds share.

A kind is found by being here, or in the `kinds` package of an app that the setting `PLUGINS` names.
docs/developers/adding-a-kind.md walks through one.
"""
