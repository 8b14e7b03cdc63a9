"""Effects of a property of outputs on a judge's scores, compared with people's: length and
maker."""
