"""Effects of a property of outputs (length or maker) on a judge's scores, compared with
people's."""
