# A secret of your own, for a first try. The service gives your endpoint another one.
echo "export VEZNE_WEBHOOK_SECRET='whsec_$(openssl rand -base64 32)'" > webhook.env
