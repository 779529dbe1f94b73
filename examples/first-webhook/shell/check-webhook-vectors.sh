curl -fsSO "$VEZNE_URL/docs/vectors/webhook-signature.json"
curl -fsSO "$VEZNE_URL/docs/vectors/check_webhooks.py"
python3 check_webhooks.py
