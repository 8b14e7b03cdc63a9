"""Template tags that explain the error codes of judges' replies."""

from django import template

from judges.replies.words import in_words

register = template.Library()
register.filter("code_in_words", in_words)
