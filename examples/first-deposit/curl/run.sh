curl -fsSO "$VEZNE_URL/docs/samples/curl/create-deposit.sh"
bash create-deposit.sh
