#!/bin/sh
# An encrypted backup of the deployed database, copied elsewhere: run it every night. docs/operating.md describes it.
#
#   docs/scripts/nightly-backup.sh [--env NAME] [--config FILE]
#
#   AGE_RECIPIENT  the public key of https://age-encryption.org that encrypts it
#   BACKUP_COPY    the command that copies it elsewhere; it gets the file as its last argument
#   BACKUPS        the directory of backups; default: backups
#
# A step that fails ends the run with its code, and what is there stays, also the plain file. `npm run status -- --check` gives
# an alarm without a complete backup within 26 hours.
set -eu
cd "$(dirname "$0")/../.."
: "${AGE_RECIPIENT:?is missing: the public key that encrypts the backup}"
: "${BACKUP_COPY:?is missing: the command that copies the backup elsewhere}"
directory=${BACKUPS:-backups}
umask 077
mkdir -p "$directory"
plain=$directory/$(date -u +%Y-%m-%dT%H%M%SZ).sql

npm run --silent backup -- --out "$plain" "$@"
age -r "$AGE_RECIPIENT" -o "$plain.age.unfinished" "$plain"
mv "$plain.age.unfinished" "$plain.age"
# Words of the command are separated by spaces.
$BACKUP_COPY "$plain.age"
rm "$plain"

# Old visits are in R2. Their objects never change: each is encrypted and copied once, and its encrypted file stays.
visits=$directory/old-visits
npm run --silent backup -- --old-visits "$visits" "$@"
for file in "$visits"/visits,*; do
  case $file in *.age | *.unfinished | "$visits/visits,*") continue ;; esac
  age -r "$AGE_RECIPIENT" -o "$file.age.unfinished" "$file"
  mv "$file.age.unfinished" "$file.age"
  $BACKUP_COPY "$file.age"
  rm "$file"
done
npm run --silent backup -- --record "$plain.age" "$@"
