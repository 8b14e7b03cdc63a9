"""The gate: whether a judge's certificate still holds for its replies of today."""
