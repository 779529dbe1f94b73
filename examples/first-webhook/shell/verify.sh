#!/usr/bin/env bash
# bash verify.sh ID TIMESTAMP SIGNATURES <BODY: is this webhook signed with your secret? The body is a file with its raw bytes.
set -euo pipefail

ID=$1 TIMESTAMP=$2 SIGNATURES=$3 # the three headers webhook-…
NOW=${RECEIVED_AT:-$(date +%s)}
BODY=$(mktemp)
trap 'rm -f "$BODY"' EXIT
cat >"$BODY" # a variable would lose line breaks at the end of the body

if [[ ! $TIMESTAMP =~ ^[1-9][0-9]{0,11}$ ]] || ((NOW - TIMESTAMP > 300 || TIMESTAMP - NOW > 300)); then
  echo "webhook-timestamp is more than 300 seconds from this clock, or no Unix time"
  exit 1
fi

for SECRET in ${VEZNE_WEBHOOK_SECRET:?is not set}; do
  KEY=$(printf '%s' "${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  EXPECTED=$({ printf '%s' "$ID.$TIMESTAMP."; cat "$BODY"; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)
  for SIGNATURE in $SIGNATURES; do
    if [[ $SIGNATURE == "v1,$EXPECTED" ]]; then
      echo "valid"
      exit 0
    fi
  done
done
echo "not valid: another secret, or these are not the bytes that were sent"
exit 1
