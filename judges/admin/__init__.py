"""LLM judges in the admin: endpoints, runs, and every verdict."""

from judges.admin.endpoints import JudgeEndpointAdmin
from judges.admin.runs import JudgeRunAdmin
from judges.admin.verdicts import VerdictAdmin

__all__ = ["JudgeEndpointAdmin", "JudgeRunAdmin", "VerdictAdmin"]
