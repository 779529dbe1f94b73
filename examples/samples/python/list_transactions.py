import json
from urllib.parse import urlencode

from vezne import vezne

query = {"type": "deposit", "limit": 20}
while True:
    path = "/v1/transactions?" + urlencode(query)
    page = vezne("GET", path)
    for transaction in page["transactions"]:
        print(json.dumps(transaction))
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
