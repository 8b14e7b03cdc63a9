"""Handing out HITs and accepting answers."""
