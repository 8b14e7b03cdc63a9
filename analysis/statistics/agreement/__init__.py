"""Agreement between raters: alpha, AC1, AC2, kappa, intraclass correlations, and F1 of passages."""
