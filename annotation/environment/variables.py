"""The environment variables that configure a site, each with its default, meaning and example.

`annotation.environment` reads these variables. The table in docs/operations/settings.md is
generated from this list, and `make settings` writes `.env.example`. A check at start reports
misspelt names.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Variable:
    """An environment variable of the site.

    `default` is the value if the variable is missing or empty. `otherwise` describes a default that
    is not a fixed value. `secret` means that NAME_FILE can name a file with the value. `fixed`
    means that the image or the compose file sets the variable, or that containers do not use it.
    `example` is the value in `.env.example`.
    """

    name: str
    meaning: str
    default: str = ""
    otherwise: str = ""
    example: str = ""
    secret: bool = False
    fixed: bool = False

    @property
    def shown_default(self) -> str:
        return self.otherwise or (f"`{self.default}`" if self.default else "none")


GROUPS: dict[str, tuple[Variable, ...]] = {
    "The site and its address": (
        Variable(
            "SITE_URL",
            "The start of every link in an email, for example `https://ratings.example.org/`. "
            "The host and port of a request are never used.",
            otherwise="`https://` and the first of `ALLOWED_HOSTS`; under `make run`: "
            "`http://localhost:` and `PORT`",
        ),
        Variable(
            "ALLOWED_HOSTS",
            "The public names of the site, separated by commas.",
            "localhost,127.0.0.1,[::1]",
            otherwise="this machine; in containers: always `SITE_HOST`",
            fixed=True,
        ),
        Variable("PORT", "The port the site listens on.", "8000", fixed=True),
        Variable("BIND", "The address the site listens on.", "127.0.0.1", fixed=True),
        Variable(
            "HTTPS",
            "Secure cookies, redirects to HTTPS, and HSTS.",
            "true",
            otherwise="`true`; `false` under `make run`",
            fixed=True,
        ),
        Variable(
            "BEHIND_PROXY",
            "Believe the proxy's `X-Forwarded-Proto` and the address it adds last to "
            "`X-Forwarded-For`. Set it only if nothing else can reach the site.",
            "false",
            fixed=True,
        ),
        Variable(
            "CSRF_TRUSTED_ORIGINS",
            "`https://` and the public name, if a proxy is in front of the site.",
            otherwise="none; in containers: always that of `SITE_HOST`",
            fixed=True,
        ),
        Variable(
            "SITE_HOST",
            "For `make serve` and Compose: the public name, which Caddy gets a certificate for.",
            "localhost",
            example="ratings.example.org",
        ),
        Variable(
            "HTTP_PORT",
            "For `make serve` and Compose: the port for HTTP.",
            otherwise="`80`; `8080` under `make serve` without `SITE_HOST`",
        ),
        Variable(
            "HTTPS_PORT",
            "For `make serve` and Compose: the port for HTTPS.",
            otherwise="`443`; `8443` under `make serve` without `SITE_HOST`",
        ),
        Variable(
            "POOLER",
            "For `make serve`: run PgBouncer between web servers and PostgreSQL.",
            "true",
            fixed=True,
        ),
        Variable(
            "DEMO",
            "Load the demo and allow its [two logins](../operations.md#the-demos-logins).",
            "false",
            otherwise="`false`; under `make run`: `true` if `BIND` is this machine's own address",
        ),
        Variable("DEBUG", "Show Django's own error pages. Never use it on a public site.", "false"),
    ),
    "Accounts and sign-in": (
        Variable(
            "SESSION_IDLE_HOURS",
            "Hours without a request after which a person is logged out.",
            "168",
        ),
        Variable(
            "SESSION_LIFETIME_HOURS",
            "Hours after which a person must log in again in any case.",
            "720",
        ),
        Variable(
            "GUEST_LINK_DAYS",
            "Days for which a person's own link works after its last use, and longer until they "
            "are paid.",
            "90",
        ),
        Variable(
            "REQUIRE_SECOND_FACTOR",
            "People who must use [two-factor authentication](second-factor.md#a-second-factor): "
            "`none`, `owners` (all whose role moves money) or `researchers`.",
            "none",
        ),
        Variable(
            "OIDC_PROVIDERS",
            "Ids of "
            "[institutional logins](second-factor.md#the-login-of-a-university-or-a-company), "
            "separated by commas. Each has variables of its own: `OIDC_<ID>_ISSUER` and others.",
            example="campus",
        ),
        Variable(
            "API_REQUESTS_PER_MINUTE",
            "Requests per minute that an API token can make, see [the API](../api.md#limits).",
            "600",
        ),
    ),
    "Data": (
        Variable("RATEROOM_VAR", "The folder for all data.", otherwise="`var`", fixed=True),
        Variable(
            "DATABASE_URL",
            "`postgresql://user:password@host/name`, PostgreSQL 15 or newer.",
            otherwise="embedded; in containers: the service `postgres`",
        ),
        Variable(
            "DATABASE_PASSWORD",
            "The password, if `DATABASE_URL` has none.",
            secret=True,
            fixed=True,
        ),
        Variable(
            "DATABASE_POOLED",
            "`DATABASE_URL` leads to a pooler in transaction mode, such as PgBouncer. Only for web "
            "servers: a worker does not start behind a pooler.",
            "false",
        ),
        Variable(
            "DATABASE_POOL",
            "Connections that a web process keeps. gunicorn's settings choose it.",
            "0",
            otherwise="one per thread",
            fixed=True,
        ),
        Variable(
            "DATABASE_PREPARE_AFTER",
            "Number of times a statement runs before its plan is kept. Blank for never.",
            otherwise="`2`; blank with `DATABASE_POOLED`",
        ),
        Variable(
            "REDIS_URL",
            "`redis://:password@host:6379/0`, Valkey or Redis.",
            otherwise="embedded; in containers: the service `valkey`",
        ),
        Variable(
            "REDIS_PASSWORD", "The password, if `REDIS_URL` has none.", secret=True, fixed=True
        ),
        Variable(
            "SECRET_KEY",
            "Signs logins and media addresses, permutes the addresses of HITs, seals API keys of "
            "judges and two-factor secrets. All machines of a site need the same one.",
            otherwise="created in `var/secret_key`",
            secret=True,
            fixed=True,
        ),
        Variable(
            "SECRET_KEY_FALLBACKS",
            "Former secret keys, separated by commas, see [below](#a-new-secret-key).",
        ),
        Variable(
            "RATEROOM_MEDIA",
            "The folder or bucket for stored files, see [media](media.md#where-media-are).",
            otherwise="the folder `MEDIA_ROOT`",
            example="s3://my-ratings?endpoint=https://s3.example.org&region=us-east-1",
        ),
        Variable(
            "MEDIA_ROOT",
            "The folder for stored files, if `RATEROOM_MEDIA` names none.",
            otherwise="`media` in the data folder",
            fixed=True,
        ),
        Variable(
            "MEDIA_ACCESS_KEY",
            "The access key of a bucket.",
            otherwise="none: the machine's own role",
            secret=True,
        ),
        Variable("MEDIA_SECRET_KEY", "The secret key of a bucket.", secret=True),
        Variable(
            "MEDIA_ORIGIN",
            "The origin that pages load media from, see "
            "[media](media.md#media-from-their-own-origin).",
            otherwise="none: the site's own address",
            example="https://media.example.org",
            fixed=True,
        ),
        Variable(
            "MEDIA_HOST",
            "For Compose: the host of `MEDIA_ORIGIN`, which Caddy gets a certificate for.",
            example="media.example.org",
        ),
        Variable(
            "PROJECT_STORAGE_GB",
            "GB that the media and uploads of one project can take. `0` for no limit, see "
            "[media](media.md#how-much-a-project-can-store).",
            "50",
        ),
        Variable(
            "STATIC_ROOT",
            "The folder for collected static files.",
            otherwise="`staticfiles`",
            fixed=True,
        ),
        Variable(
            "BACKUP_KEY_FILE",
            "The file with the keys for [backups](backup.md#encrypted).",
            otherwise="none: backups are not encrypted",
        ),
        Variable(
            "POSTGRES_TOOLS",
            "The folder with `pg_dump`, `pg_restore` and `psql`.",
            otherwise="the embedded server's",
        ),
    ),
    "Processes": (
        Variable("WEB_WORKERS", "Processes of the web server.", "2"),
        Variable("WEB_THREADS", "Threads per process, each with its database connection.", "8"),
        Variable("WORKER_PROCESSES", "Background tasks that run at once.", "2"),
        Variable(
            "TASK_MEMORY_MB", "MB that one long task can take beyond its worker's own.", "2048"
        ),
        Variable(
            "POSTGRES_BUFFERS",
            "The buffers of the site's own PostgreSQL. Set it if several sites share a machine.",
            otherwise="a third of the memory; in containers `1GB`",
            example="1GB",
        ),
        Variable("POSTGRES_MEMORY", "For Compose: the most memory that PostgreSQL can take.", "8g"),
        Variable(
            "POSTGRES_CPUS",
            "For Compose: the most processors that PostgreSQL can take. Docker refuses more than "
            "the machine has.",
            "1",
        ),
        Variable(
            "SITE_CPUS",
            "For Compose: the most processors that each web server and worker can take.",
            "1",
        ),
        Variable("SECRETS", "For Compose: the folder with the three secrets.", "./secrets"),
    ),
    "Email and other sites": (
        Variable(
            "EMAIL_URL",
            "The mail server: `smtp://user:password@host:587`, `smtps://…:465` or "
            "`smtp://localhost:25?tls=no`.",
            otherwise="none: emails become files in `mail` in the data folder",
            example="smtp://user:password@mail.example.org:587",
        ),
        Variable(
            "EMAIL_FROM",
            "The sender of emails.",
            "rateroom@localhost",
            example="rateroom@ratings.example.org",
        ),
        Variable(
            "JUDGE_HOSTS",
            "Hosts in your own network that model endpoints can use, see "
            "[deploying](deploying.md#judges-on-a-machine-of-your-own).",
            example="models.lab.example:8000",
        ),
        Variable(
            "WEBHOOK_HOSTS",
            "Hosts in your own network that [webhooks](../webhooks.md#which-addresses-are-called) "
            "can call, also over `http://`.",
            example="pipeline.lab.example",
        ),
        Variable("PROLIFIC_URL", "The address of Prolific's API.", "https://api.prolific.com"),
        Variable("OPENAI_API_KEY", "The key for judges that name no endpoint of their own."),
        Variable(
            "OPENAI_BASE_URL", "The address that `OPENAI_API_KEY` is sent to.", otherwise="OpenAI"
        ),
    ),
    "Behaviour and monitoring": (
        Variable(
            "REVIEW_UNDO_SECONDS",
            "Seconds in which a review decision can be undone. `0` for not at all.",
            "10",
        ),
        Variable(
            "PLUGINS",
            "Apps that add section kinds, blocks or reply formats, separated by commas, see "
            "[adding a kind](../developers/adding-a-kind.md).",
        ),
        Variable(
            "METRICS_TOKEN",
            "Anyone who sends it can read `/metrics`, see [monitoring](monitoring.md#watching-it).",
            otherwise="none: the page does not exist",
        ),
        Variable(
            "LOG_JSON",
            "Write log lines as JSON objects, see [monitoring](monitoring.md#watching-it).",
            "false",
        ),
    ),
}
VARIABLES = {variable.name: variable for group in GROUPS.values() for variable in group}
