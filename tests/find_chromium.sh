#!/usr/bin/env bash
# Make sure that the browser tests have a Chromium: the one that CHROMIUM names, else the system's headless shell, which
# takes half the processor time of the whole browser, or that. What lacks is installed through apt when root.
set -euo pipefail
names=(chromium-headless-shell chromium chromium-browser google-chrome)
[ -n "${CHROMIUM:-}" ] && names=("$CHROMIUM")
has() { command -v "$1" >/dev/null; }
has "${names[0]}" && exit 0
if [ -z "${CHROMIUM:-}" ] && [ "$(id -u)" = 0 ] && has apt-get; then
    echo "Installing Chromium for the browser tests (once) ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update || true
    for package in chromium-headless-shell chromium; do
        apt-get -qq install -y --no-install-recommends "$package" >/dev/null 2>&1 && exit 0
    done
fi
for name in "${names[@]}"; do
    has "$name" && exit 0
done
echo "The browser tests need Chromium. Install it (apt-get install chromium), or set CHROMIUM to its path." >&2
exit 1
