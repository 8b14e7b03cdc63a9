"""Chaos runs. Annotators work over HTTP while parts of the site fail, and no confirmed work may be
lost."""
