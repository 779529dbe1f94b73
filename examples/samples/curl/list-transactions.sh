#!/usr/bin/env bash
set -euo pipefail

TARGET='/v1/transactions?type=deposit&limit=20'
TIMESTAMP=$(date +%s)
SIGNED="$TIMESTAMP.GET.$TARGET..$VEZNE_HASH_SECRET"
SIGNATURE=$(printf '%s' "$SIGNED" |
  openssl dgst -sha256 -hmac "$VEZNE_API_SECRET" | sed 's/.* //')

curl -sS --fail-with-body "$VEZNE_URL$TARGET" \
  -H "X-Api-Key: $VEZNE_API_KEY" \
  -H "X-Timestamp: $TIMESTAMP" \
  -H "X-Signature: $SIGNATURE"
