curl -fsSO "$VEZNE_URL/docs/samples/first-webhook/shell/send.sh"
source webhook.env
bash send.sh http://127.0.0.1:8080/
