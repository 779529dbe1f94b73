import json
import sys

from vezne import vezne

id = sys.argv[1]  # txn_…
answer = vezne("POST", f"/v1/transactions/{id}/cancel")

print(json.dumps(answer, indent=2))
