"""Decisions on responses: approvals, rejections, appeals, exclusions and adjudication."""
