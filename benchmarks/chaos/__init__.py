"""Annotators work over HTTP while parts of the site fail; then nothing may be lost."""
