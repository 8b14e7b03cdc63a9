"""How far raters agree among themselves: alpha, AC1 and AC2, kappa, intraclass correlations."""
