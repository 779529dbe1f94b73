#!/usr/bin/env bash
set -euo pipefail

BODY='{
  "amount": "1000.00",
  "currency": "TRY",
  "externalReference": "order-1001",
  "redirectUrl": "https://shop.example/return",
  "customer": {
    "id": "42",
    "username": "ayse",
    "fullName": "Ayşe Işık"
  }
}'

TIMESTAMP=$(date +%s)
SIGNED="$TIMESTAMP.POST./v1/deposits.$BODY.$VEZNE_HASH_SECRET"
SIGNATURE=$(printf '%s' "$SIGNED" |
  openssl dgst -sha256 -hmac "$VEZNE_API_SECRET" | sed 's/.* //')

curl -sS --fail-with-body "$VEZNE_URL/v1/deposits" \
  -H 'Content-Type: application/json' \
  -H "X-Api-Key: $VEZNE_API_KEY" \
  -H "X-Timestamp: $TIMESTAMP" \
  -H "X-Signature: $SIGNATURE" \
  --data-binary "$BODY"
