curl -fsSO "$VEZNE_URL/docs/samples/python/vezne.py"
curl -fsSO "$VEZNE_URL/docs/samples/python/create_deposit.py"
python3 create_deposit.py
