"""Around the work: consent, questions about the person, comprehension, and what is asked in the
end."""
