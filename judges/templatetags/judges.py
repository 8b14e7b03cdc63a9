"""Template tags that show codes of judge replies in words."""

from django import template

from judges.replies.words import in_words

register = template.Library()
register.filter("code_in_words", in_words)
