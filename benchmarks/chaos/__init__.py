"""Chaos runs: annotators work over HTTP while parts of the site fail. No work may be lost."""
