"""A second factor: codes of an app, security keys and recovery codes, with django-allauth; and who
must have one."""
