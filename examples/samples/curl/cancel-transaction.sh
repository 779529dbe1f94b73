#!/usr/bin/env bash
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 txn_…" >&2
  exit 2
fi
ID=$1
TARGET="/v1/transactions/$ID/cancel"
TIMESTAMP=$(date +%s)
SIGNED="$TIMESTAMP.POST.$TARGET..$VEZNE_HASH_SECRET"
SIGNATURE=$(printf '%s' "$SIGNED" |
  openssl dgst -sha256 -hmac "$VEZNE_API_SECRET" | sed 's/.* //')

curl -sS --fail-with-body -X POST "$VEZNE_URL$TARGET" \
  -H "X-Api-Key: $VEZNE_API_KEY" \
  -H "X-Timestamp: $TIMESTAMP" \
  -H "X-Signature: $SIGNATURE"
