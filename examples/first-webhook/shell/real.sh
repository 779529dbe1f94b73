curl -fsSO "$VEZNE_URL/docs/samples/curl/create-deposit.sh"
curl -fsSO "$VEZNE_URL/docs/samples/curl/cancel-transaction.sh"
# With a reference of its own: a deposit that exists is not made again.
if CREATED=$(sed "s/order-1001/order-$(date +%s)/" create-deposit.sh | bash); then
  bash cancel-transaction.sh "$(echo "$CREATED" | grep -o 'txn_[0-9a-f]*' | head -1)"
else
  echo "$CREATED"
fi
