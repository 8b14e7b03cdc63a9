"""Monitoring of a running site: probes, metrics and logs."""
