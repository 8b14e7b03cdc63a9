#!/usr/bin/env bash
# Build the images that docker-compose.yml and Dockerfile name from Debian's packages, as root: bases.sh [ROOT]
# Its Python is Debian's own, newer than the one that Dockerfile asks for.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=${1:-$work/root}
packages=ca-certificates,wget,python3-venv,postgresql-18,valkey-server,caddy
[ -d "$root" ] || debootstrap --variant=minbase --include=$packages forky "$root" http://deb.debian.org/debian sid
tar -C "$root" --exclude=./var/cache/apt --exclude=./var/lib/apt/lists -c . | podman import -q - rateroom-debian
cp "$here"/start-postgres.sh "$work"
cp /etc/ssl/certs/ca-certificates.crt "$work"/certificates.crt
for image in library/python:3.12-slim library/postgres:18 valkey/valkey:9 library/caddy:2; do
    name=${image#*/}
    podman build -q -f "$here"/bases.Dockerfile --target "${name%%:*}" -t "docker.io/$image" "$work"
done
