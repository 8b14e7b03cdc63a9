"""Stimulus blocks, which show an item's content on a page. Each folder here is one block, and the
modules here are shared by several blocks.

Blocks are found here and in the `blocks` package of each app in the setting `PLUGINS`.
docs/developers/adding-a-block.md describes how to write a block.
"""
