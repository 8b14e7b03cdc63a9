"""Stimulus blocks: what can be shown. Each folder here is a block; modules are what blocks share.

A block is found by being here, or in the `blocks` package of an app that the setting `PLUGINS`
names. docs/developers/adding-a-block.md walks through one.
"""
