curl -fsSO "$VEZNE_URL/docs/samples/php/vezne.php"
curl -fsSO "$VEZNE_URL/docs/samples/php/create-deposit.php"
php create-deposit.php
