"""Decisions on responses: approvals, rejections and appeals."""
