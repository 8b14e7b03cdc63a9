"""The pages for reviewing responses, appeals, exclusions and adjudication."""
