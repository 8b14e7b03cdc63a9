#!/usr/bin/env bash
# htmx.sh: fetch htmx with npm, check it by its hashes, and copy it unchanged to static/vendor/htmx/ with its licence.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack htmx.org@4.0.1 --silent
tar xzf ./*.tgz
cp package/dist/htmx.min.js package/LICENSE .
sha256sum -c "$here/htmx.sha256"
cp htmx.min.js LICENSE "$here/../../static/vendor/htmx/"
