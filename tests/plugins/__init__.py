"""Tests of plug-ins: apps listed in the setting `PLUGINS` that extend the rubric language."""
