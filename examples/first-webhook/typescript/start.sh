curl -fsSO "$VEZNE_URL/docs/samples/webhooks/node/receiver.ts"
source webhook.env
SHOP_FILE=shop.db node receiver.ts
