"""Annotators who work over HTTP while parts of the site fail, after which nothing may be lost."""
