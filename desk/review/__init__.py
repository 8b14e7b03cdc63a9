"""Reviewing responses one after another."""
