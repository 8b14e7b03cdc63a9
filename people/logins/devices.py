"""Names of logged-in devices, such as "Firefox · Linux", taken from the User-Agent header."""

# The first match counts, because most browsers also name the browsers they are derived from.
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
    """Return the browser and operating system that a User-Agent header names, or "" if it names
    neither. The header itself is not stored, because it can contain anything, and version numbers
    can identify people."""
    parts = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return " · ".join(filter(None, parts))


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
