curl -fsSO "$VEZNE_URL/docs/samples/webhooks/python/receiver.py"
source webhook.env
SHOP_FILE=shop.db python3 receiver.py
