import json
import sys

from vezne import vezne

id = sys.argv[1]  # txn_…
answer = vezne("GET", f"/v1/transactions/{id}")

print(json.dumps(answer, indent=2))
