curl -fsSO "$VEZNE_URL/docs/vectors/request-signature.json"
curl -fsSO "$VEZNE_URL/docs/vectors/check.py"
python3 check.py
