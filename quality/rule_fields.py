"""The form field for the number of an exclusion rule."""

from django import forms

from quality.rules import ExclusionRule


def number_field(rule: ExclusionRule) -> forms.IntegerField:
    """Return the form field for the rule's number. Pages show the field within the rule's
    sentence."""
    low, high = rule.bounds
    widget = forms.NumberInput(attrs={"aria-label": rule.title})
    return forms.IntegerField(label=rule.title, min_value=low, max_value=high, widget=widget)
