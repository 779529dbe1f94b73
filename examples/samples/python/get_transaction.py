import sys

from vezne import show, vezne

id = sys.argv[1]  # txn_…
answer = vezne("GET", f"/v1/transactions/{id}")

show(answer)
