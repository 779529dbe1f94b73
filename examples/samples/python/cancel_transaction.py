import sys

from vezne import show, vezne

if len(sys.argv) != 2:
    print(f"usage: {sys.argv[0]} txn_…", file=sys.stderr)
    sys.exit(2)

id = sys.argv[1]
answer = vezne("POST", f"/v1/transactions/{id}/cancel")

show(answer)
