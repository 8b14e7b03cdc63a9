"""Emails of a site without a mail server. Each email becomes a file in a folder that only the
operating-system account of the site can open."""

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail.backends.filebased import EmailBackend

logger = logging.getLogger(__name__)


class FolderBackend(EmailBackend):
    """Django's file backend with a private folder and a log line saying where emails are stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        Path(settings.EMAIL_FILE_PATH).mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(*args, **kwargs)

    def send_messages(self, email_messages: Any) -> int:
        count = super().send_messages(email_messages)
        logger.warning(
            "No mail server is set (EMAIL_URL). Stored %s message(s) in %s.",
            count,
            settings.EMAIL_FILE_PATH,
        )
        return count
