"""The gate: whether a judge's certificate is still valid for its replies today."""
