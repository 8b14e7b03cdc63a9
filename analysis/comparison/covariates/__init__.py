"""Effects of a property of outputs (their length or their maker) on a judge's scores, compared with
the effects on people's scores."""
