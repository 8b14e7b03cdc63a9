"""Stimulus blocks: kinds of content on a page. Each folder here is a block; modules are shared.

Blocks are found here, and in the `blocks` package of each app in the setting `PLUGINS`.
docs/developers/adding-a-block.md walks through one.
"""
