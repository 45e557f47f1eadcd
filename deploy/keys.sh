#!/bin/sh
# Writes deploy/.env, the secrets of deploy/compose.yaml, for its owner alone. Keeps one that is there: the database has its password.
set -eu
umask 077
file="$(dirname "$0")/.env"
[ ! -e "$file" ] || { echo "$file is there and stays." >&2; exit 0; }
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for name in POSTGRES_PASSWORD CANDOR_METRICS_KEY GRAFANA_PASSWORD; do printf '%s=%s\n' "$name" "$(secret)"; done > "$file.new"
mv "$file.new" "$file"
