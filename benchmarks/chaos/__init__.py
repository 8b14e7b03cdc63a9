"""Chaos runs: annotators work over HTTP while parts fail, and no confirmed work may be lost."""
