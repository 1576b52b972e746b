#!/bin/sh
# Tries the restore of a backup: into a new database, which is compared with the deployed one and deleted. Run it every quarter.
#
#   docs/scripts/restore-drill.sh FILE.age KEY_FILE [--env NAME] [--config FILE]
set -eu
: "${2:?Usage: docs/scripts/restore-drill.sh FILE.age KEY_FILE [--env NAME] [--config FILE]}"
umask 077
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
trap 'exit 1' HUP INT TERM # some shells skip the line above when a signal ends them
age -d -i "$2" -o "$directory/backup.sql" "$1"
shift 2
cd "$(dirname "$0")/../.."
npm run --silent restore -- --from "$directory/backup.sql" --drill "$@"
