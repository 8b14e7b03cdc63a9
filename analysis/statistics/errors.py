"""The one error of the statistics: a figure that these data cannot give."""


class NotEstimableError(ValueError):
    """The figure cannot be estimated from these data; the message is a sentence for the report that says why."""
