"""Copies of outputs that are made worse, for gold: no batch may compare them."""
