"""The gate, which checks whether a judge's certificate is still valid for the judge's current
replies."""
