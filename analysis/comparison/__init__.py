"""The comparison of people and judges, criterion by criterion; no Django."""
