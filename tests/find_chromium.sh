#!/usr/bin/env bash
# Make sure that the browser tests have a Chromium: the system's, else through apt when root, else say how.
set -euo pipefail
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$name" ] && command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests (once) ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium >/dev/null
    exit 0
fi
echo "The browser tests need Chromium. Install it (apt-get install chromium), or set CHROMIUM to its path." >&2
exit 1
