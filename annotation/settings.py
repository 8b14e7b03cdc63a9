"""All Django settings except those of accounts, which are in `annotation.accounts.settings`.
Settings that differ between machines are read from the environment."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF

from annotation.accounts.settings import *  # noqa: F403
from annotation.environment import env_bool, env_int, env_list, env_secret, env_text
from annotation.monitoring.json_lines import print_json_lines
from annotation.services import database_url, mail_server, redis_url, secret_key
from annotation.stores import Entry, folder_store, is_another_site, media_origin, store_at
from core.extras import has_extra

LOG_JSON = env_bool("LOG_JSON")
if LOG_JSON:
    print_json_lines()  # first, so that the rest of this file can write logs

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env_text("RATEROOM_VAR") or BASE_DIR / "var")

DEBUG = env_bool("DEBUG")
SECRET_KEY = env_secret("SECRET_KEY") or secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS")
SITE_HOSTS = env_list("ALLOWED_HOSTS")
# The origin of media: blank for the site's own address, or an origin that serves nothing else.
MEDIA_ORIGIN = media_origin(env_text("MEDIA_ORIGIN"))
# Whether outputs that are HTML pages can run there, away from the site's cookies and storage.
PAGES_APART = is_another_site(MEDIA_ORIGIN, SITE_HOSTS)
ALLOWED_HOSTS = [*SITE_HOSTS, *filter(None, [urlsplit(MEDIA_ORIGIN).hostname])]
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
# Whether a proxy in front of the site reports each request's protocol and address. Without one,
# the site does not trust such headers.
BEHIND_PROXY = env_bool("BEHIND_PROXY")
# Whether the demo's accounts can be used, on this machine only. `make run` turns it on; a
# deployment never should.
DEMO = env_bool("DEMO")

INSTALLED_APPS = [
    "people.admin_config.GuardedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *(["allauth.socialaccount.providers.openid_connect"] if has_extra("sso") else []),
    "rest_framework",
    "people",
    "tasks.webhooks",
    "surveys",
    "stimuli",
    "payments",
    "hits",
    "recruiting",
    "quality",
    "recruiting.prolific",
    "recruiting.around",
    "judges",
    "analysis",
    "desk",
    "desk.documentation",
    "annotation.monitoring",
    "api",
    "local.backups",
    "demo",
    "annotation",
]
# Apps that add section kinds, stimulus blocks or reply formats: docs/developers/adding-a-kind.md.
PLUGINS = env_list("PLUGINS")
INSTALLED_APPS += PLUGINS

# Seconds in which a decision on one response can be undone before it is posted; 0 posts it at once.
REVIEW_UNDO_SECONDS = env_int("REVIEW_UNDO_SECONDS")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "locale"]

MIDDLEWARE = [
    "annotation.middleware.StandingHeadersMiddleware",
    # Answers only requests to the media host, before everything that reads sessions or serves
    # pages.
    "stimuli.media_origin.MediaOriginMiddleware",
    "annotation.monitoring.probes.ProbesMiddleware",
    "annotation.monitoring.metrics.RequestMetricsMiddleware",
    "people.requests.ids.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotation.middleware.StandingPolicyMiddleware",
    # Before everything that reads addresses, cookies and forms.
    "annotation.incoming.storable_text.StorableTextMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    # Takes the language from the cookie or the browser's preference, without a database query.
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "people.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "people.factors.required.SecondFactorMiddleware",
    "recruiting.guests.middleware.BoundMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "annotation.urls"
WSGI_APPLICATION = "annotation.wsgi.application"

TEMPLATE_LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
    "surveys.plugins.templates.Loader",  # those of kinds and blocks are next to their code
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "desk.frame.frame",
            ],
            # Every template has these tags without loading them.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "hits.templatetags.rateroom",
                "hits.templatetags.texts",
                "desk.templatetags.desk",
                "desk.templatetags.fields",
                "desk.templatetags.parts",
                "desk.templatetags.tables",
                "judges.templatetags.judges",
            ],
        },
    },
]

DATABASES = {"default": dj_database_url.parse(database_url(VAR_DIR), conn_max_age=0)}
# A pooler between the site and PostgreSQL gives a connection for one transaction only, so cursors
# that outlive a transaction, and prepared statements, are not used then.
DATABASE_POOLED = env_bool("DATABASE_POOLED")
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = DATABASE_POOLED
if pool_size := env_int("DATABASE_POOL"):
    # One pool per web process, with a connection for each thread. Never in Celery: a prefork worker
    # closes it at every task. The site waits during a short outage. After a longer one each request
    # tries again, without growing pauses.
    pool = {"min_size": 1, "max_size": pool_size, "timeout": 10, "reconnect_timeout": 5}
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = pool
# How often a statement of `core.database.statements` runs on a connection before its plan is kept;
# blank for never.
if prepare_after := os.environ.get("DATABASE_PREPARE_AFTER", "" if DATABASE_POOLED else "2"):
    DATABASES["default"].setdefault("OPTIONS", {})["prepare_threshold"] = int(prepare_after)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = redis_url(VAR_DIR)
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # tasks are idempotent, so a task lost with its worker runs again
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Longer than the longest task; otherwise Valkey would give the task to a second worker while the
# first still runs it.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 6 * 3600}
# For tasks without a time limit of their own: the short ones. The second limit is for code that
# ignores the first.
CELERY_TASK_SOFT_TIME_LIMIT = 300
CELERY_TASK_TIME_LIMIT = 360
# The memory limit of a long task's child process, in addition to its worker's memory.
TASK_MEMORY_BYTES = env_int("TASK_MEMORY_MB") * 1024**2
# In KB: a pool process that has used more for a task is replaced when the task is done. The
# statistics of 200,000 answered HITs use more, and Python would keep some of it.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000
# Scheduled tasks, and the seconds between two runs. Short tasks that must be punctual for people
# have a queue, and so a worker process, of their own.
punctual = {
    "release-expired": ("hits.tasks.release_expired", 30.0),
    "post-due-decisions": ("hits.tasks.post_due_decisions", 30.0),
    "approve-due": ("hits.tasks.approve_due", 600.0),
    "sweep-drafts": ("hits.tasks.sweep_drafts", 600.0),
    "resume-judges": ("judges.tasks.resume_judges", 60.0),
    "take-up-lost": ("hits.tasks.take_up_lost", 60.0),
    "take-up-lost-reports": ("analysis.tasks.take_up_lost_reports", 60.0),
    "fold-figures-with-news": ("analysis.tasks.fold_figures_with_news", 60.0),
    # These tasks find the people to notify; another task sends each email.
    "send-notices": ("hits.tasks.send_notices", 60.0),
    "send-decision-notices": ("hits.tasks.send_decision_notices", 3600.0),
    "refund-training": ("hits.tasks.refund_training", 3600.0),
    "send-judge-notices": ("judges.tasks.send_notices", 60.0),
    "forget-newcomers": ("recruiting.tasks.forget_newcomers", 600.0),
    "end-resting-sittings": ("recruiting.tasks.end_resting_sittings", 600.0),
    "send-late-notices": ("people.tasks.send_late_notices", 1800.0),
    # These tasks find events and their webhook receivers; another task makes the calls.
    "tell-of-batches": ("hits.tasks.tell_of_batches", 5.0),
    "send-webhooks": ("tasks.webhooks.tasks.send_due", 5.0),
}
# These tasks can be slow, for example because of a slow panel or the statistics of many people.
# They must not delay the punctual tasks.
unhurried = {
    "fold-annotators-with-news": ("quality.tasks.fold_annotators_with_news", 60.0),
    "check-ledger": ("annotation.monitoring.tasks.check_ledger", 600.0),
    "shrink-pictures": ("stimuli.imports.tasks.shrink_pictures", 86400.0),
    "forget-webhooks": ("tasks.webhooks.tasks.forget_old", 86400.0),
    "erase-due": ("people.tasks.erase_due", 600.0),
    "announce-erasures": ("hits.tasks.announce_erasures", 86400.0),
    "send-prolific-calls": ("recruiting.prolific.tasks.send_calls", 60.0),
    "follow-prolific": ("recruiting.prolific.tasks.follow", 60.0),
}
# Not scheduled: these run at the second that a page names.
promised = ["hits.tasks.post_decision"]
CELERY_TASK_ROUTES = {
    task: {"queue": "punctual"}
    for task in (*promised, *(task for task, _seconds in punctual.values()))
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
# A run that has not started when the next is due is dropped; otherwise runs would pile up while the
# worker is down.
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": seconds, "options": {"expires": int(seconds)}}
    for name, (task, seconds) in (punctual | unhurried).items()
}

ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0

EMAIL_URL = env_text("EMAIL_URL")
if EMAIL_URL:
    vars().update(mail_server(EMAIL_URL))
else:
    EMAIL_BACKEND = "annotation.mail.FolderBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = env_text("EMAIL_FROM")

TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
# An installed wheel is a package that the site must not write into. The wheel includes the
# collected static files, but not those of plug-ins.
INSTALLED = (BASE_DIR / "__init__.py").is_file()
STATIC_ROOT = Path(env_text("STATIC_ROOT") or BASE_DIR / "staticfiles")
STATIC_SHIPPED = INSTALLED and not PLUGINS and STATIC_ROOT.is_dir()
if INSTALLED and not STATIC_SHIPPED:
    STATIC_ROOT = VAR_DIR / "staticfiles"
# Pictures of the library's examples and of the documentation, next to the site's own files.
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("rubrics", BASE_DIR / "surveys" / "library" / "media"),
    ("docs", BASE_DIR / "docs" / "images"),
]
# Where files are stored: `file:…` or `s3://…`; by default the folder MEDIA_ROOT.
RATEROOM_MEDIA = env_text("RATEROOM_MEDIA")
MEDIA_ROOT = Path(env_text("MEDIA_ROOT") or VAR_DIR / "media")
# The storage in GB for a project's media and uploads, unless the project has its own limit; 0 means
# no limit.
PROJECT_STORAGE_GB = env_int("PROJECT_STORAGE_GB")
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "surveys.plugins.static.PartsFinder",
]
STORAGES: dict[str, Entry] = {
    "default": store_at(RATEROOM_MEDIA) if RATEROOM_MEDIA else folder_store(),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Uploads above this size go to disk, so that a ZIP of pictures is never held in memory.
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "annotation.incoming.uploads.DiskUploadHandler",
]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

# Hosts ("host" or "host:port") that judge endpoints can use although they are not on the public
# internet.
JUDGE_HOSTS = env_list("JUDGE_HOSTS")
# The same for webhooks, whose address can then begin with http:// too.
WEBHOOK_HOSTS = env_list("WEBHOOK_HOSTS")
# The address of Prolific's API.
PROLIFIC_URL = env_text("PROLIFIC_URL")
PROLIFIC_TIMEOUT = 20.0  # seconds

# HTTPS is on unless the environment turns it off: `make run` serves plain HTTP on the loopback
# address.
HTTPS = env_bool("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
# The beginning of links in emails, because a task has no request that contains it.
SITE_URL = env_text("SITE_URL") or f"http{'s' * HTTPS}://{ALLOWED_HOSTS[0]}/"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    # Browsers accept a cookie of this name only over TLS and from this very host, so no neighbour
    # can set it.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
# Other origins that can serve our media.
MEDIA_ORIGINS = [
    origin
    for origin in (MEDIA_ORIGIN, STORAGES["default"].get("OPTIONS", {}).get("redirect"))
    if origin
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", "blob:", *MEDIA_ORIGINS],
        "media-src": [SELF, "blob:", *MEDIA_ORIGINS],
        "frame-src": [SELF, *([MEDIA_ORIGIN] if PAGES_APART else [])],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    # Only tokens: with cookies, another site's page could write through a person's browser.
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "api.parsing.StrictJsonParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.parsing.JsonAlways",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.as_problem",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rateroom",
    "DESCRIPTION": "With this API, programs can do everything that researchers do in Rateroom.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],
    "PATH_CONVERTER_OVERRIDES": {"bigint": {"type": "integer", "format": "int64", "minimum": 0}},
}
# Requests per minute that a token can make.
API_REQUESTS_PER_MINUTE = env_int("API_REQUESTS_PER_MINUTE")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s"},
        "json": {"()": "annotation.monitoring.logs.JsonLines"},
    },
    "filters": {"request_id": {"()": "annotation.monitoring.logs.RequestId"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_JSON else "line",
            "filters": ["request_id"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    # A line or two for each task and each request to a judge would hide the tasks' own messages.
    "loggers": {
        name: {"level": "WARNING"}
        for name in ("celery.worker.strategy", "celery.app.trace", "celery.beat", "httpx", "httpx2")
    },
}
# The token for /metrics; if blank, that page does not exist and nothing is counted.
METRICS_TOKEN = env_text("METRICS_TOKEN")
SILENCED_SYSTEM_CHECKS: list[str] = []
TEST_RUNNER = "django.test.runner.DiscoverRunner"
