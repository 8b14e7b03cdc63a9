"""Chaos runs: annotators work over HTTP while parts of the site fail. No confirmed work may be
lost."""
