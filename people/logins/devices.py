"""A browser's own words about itself, as a name that a person knows: "Firefox · Linux"."""

# The first match in the header counts: most browsers also name their ancestors.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Browser and system of a User-Agent header; blank if it names neither. Nothing of the header
    itself is stored: it could say anything, and versions tell people apart."""
    parts = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return " · ".join(filter(None, parts))


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
