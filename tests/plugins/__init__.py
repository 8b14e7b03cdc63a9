"""Apps that add to the rubric language from outside, as the setting `PLUGINS` takes them in."""
