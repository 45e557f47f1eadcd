#!/bin/sh
# Prints secrets for deploy/compose.yaml, new ones each time: sh deploy/keys.sh > deploy/.env
set -eu
umask 077
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for name in POSTGRES_PASSWORD CANDOR_METRICS_KEY GRAFANA_PASSWORD; do printf '%s=%s\n' "$name" "$(secret)"; done
