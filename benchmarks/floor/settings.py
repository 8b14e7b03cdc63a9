"""Django settings of the floor: only sessions, users, CSRF protection and a connection pool."""

import os

import dj_database_url

SECRET_KEY = "the floor keeps no secrets"  # noqa: S105 - a throwaway server on the loopback address
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "benchmarks.floor.urls"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "benchmarks.floor",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]
DATABASES = {"default": dj_database_url.parse(os.environ["FLOOR_DATABASE_URL"], conn_max_age=0)}
if pool := int(os.environ.get("DATABASE_POOL", "0")):
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": pool}
LOGIN_URL = "login"
USE_TZ = True
