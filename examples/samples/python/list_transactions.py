from urllib.parse import urlencode

from vezne import show, vezne

query = {"type": "deposit", "limit": 20}
while True:
    path = "/v1/transactions?" + urlencode(query)
    page = vezne("GET", path)
    for transaction in page["transactions"]:
        show(transaction, indent=None)
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
