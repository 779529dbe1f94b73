curl -fsSO "$VEZNE_URL/docs/samples/webhooks/php/receiver.php"
source webhook.env
SHOP_FILE=shop.json php -S 127.0.0.1:8080 receiver.php
