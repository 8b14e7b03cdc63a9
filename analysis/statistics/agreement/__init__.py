"""Agreement between raters: alpha, AC1 and AC2, kappa, intraclass correlations, and F1 of marked
passages."""
