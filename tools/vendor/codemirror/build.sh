#!/usr/bin/env bash
# build.sh: make static/vendor/codemirror/ (the script and its licences) anew, from the versions in package-lock.json.
# Needs Node and npm; what is downloaded goes into a temporary folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../../static/vendor/codemirror
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/package.json "$here"/package-lock.json "$here"/editor.js "$work"
cd "$work"
npm ci --ignore-scripts --no-audit --no-fund --silent
mkdir -p "$out"
npx --no-install esbuild editor.js --bundle --minify --format=esm --target=es2022 --legal-comments=none \
  --banner:js="// CodeMirror 6 and what it needs; licences in LICENSE; built by tools/vendor/codemirror/build.sh" \
  --outfile="$out/codemirror.js"
{
  echo "codemirror.js holds the packages below, each under its licence."
  npm ls --all --parseable --omit=dev --package-lock-only=false 2>/dev/null | tail -n +2 | sort | while read -r folder; do
    printf '\n==== %s %s ====\n\n' "$(node -p "require('$folder/package.json').name")" \
      "$(node -p "require('$folder/package.json').version")"
    cat "$folder"/LICENSE*
  done
} >"$out/LICENSE"
