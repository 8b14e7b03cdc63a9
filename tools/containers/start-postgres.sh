#!/bin/sh
# At the first start: the cluster, its owner's password and one database.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    echo "create database $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
fi
exec "$@" -clisten_addresses='*'
