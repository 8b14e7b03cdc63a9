"""Developers' tools, which are not needed to run a site."""
