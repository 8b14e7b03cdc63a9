"""Chaos runs: annotators work over HTTP while parts of the site fail, and nothing may be lost."""
