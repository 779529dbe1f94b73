#!/usr/bin/env bash
# bash send.sh ADDRESS: signs an event as the service does, sends it to your receiver, and prints the status of the answer.
set -euo pipefail

SECRET=${VEZNE_WEBHOOK_SECRET:?is not set: run  source webhook.env} # one secret, whsec_…
ID=evt_00000000000000000000000000000001
TIMESTAMP=$(date +%s)
BODY='{"type":"deposit","status":"approved","externalReference":"order-1001","playerAmountCents":92150,"event":"deposit.approved","eventId":"'$ID'","transactionId":"txn_00000000000000000000000000000001","originalTransactionId":null,"referenceCode":"K7M4XPTK","amountCents":100000,"actualAmountCents":95000,"commissionCents":2850,"netAmountCents":92150,"balanceImpactCents":92150,"currency":"TRY","reasonCode":null,"occurredAt":"2026-11-15T09:52:18.640Z"}'

# The key is what the base64 after whsec_ stands for; openssl takes it in hexadecimal.
KEY=$(printf '%s' "${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
SIGNATURE=$(printf '%s' "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)

curl -sS -o /dev/null -w '%{http_code}\n' "$1" \
  -H 'Content-Type: application/json' \
  -H "webhook-id: $ID" \
  -H "webhook-timestamp: $TIMESTAMP" \
  -H "webhook-signature: v1,$SIGNATURE" \
  -H "X-Svc-Event-Id: $ID" \
  --data-binary "$BODY"
