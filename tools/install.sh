#!/usr/bin/env bash
# Install pinned packages: tools/install.sh PYTHON REQUIREMENTS. uv takes a tenth of pip's processor time, but knows none
# of pip's settings: it is told the index and the certificates. Where uv lacks or fails, pip installs.
set -euo pipefail
python=$1 requirements=$2
setting() { "$python" -m pip config get "global.$1" 2>/dev/null || true; }
uv=$(dirname "$python")/uv
if [ -x "$uv" ]; then
    index=${PIP_INDEX_URL:-$(setting index-url)} certificates=${PIP_CERT:-$(setting cert)}
    [ -z "$index" ] || export UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-$index}
    [ -z "$certificates" ] || export SSL_CERT_FILE=${SSL_CERT_FILE:-$certificates}
    "$uv" pip install -q --python "$python" --require-hashes -r "$requirements" && exit 0
    echo "uv could not install $requirements; pip tries." >&2
fi
exec "$python" -m pip install -q --no-compile --disable-pip-version-check --require-hashes -r "$requirements"
