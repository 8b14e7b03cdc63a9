"""Stimulus blocks, which are kinds of content on a page. Each folder here is a block; modules are
shared by blocks.

Blocks are found here, and in the `blocks` package of each app in the setting `PLUGINS`.
docs/developers/adding-a-block.md shows how to write a block.
"""
