"""The form field for the number of an exclusion rule."""

from django import forms

from quality.rules import ExclusionRule


def number_field(rule: ExclusionRule) -> forms.IntegerField:
    """Return the field, which stands within the rule's sentence."""
    low, high = rule.bounds
    before, after = rule.around
    label = f"{before} … {after}".strip()
    widget = forms.NumberInput(attrs={"aria-label": label})
    return forms.IntegerField(label=label, min_value=low, max_value=high, widget=widget)
