import json

from vezne import vezne

print(json.dumps(vezne("GET", "/v1/balance"), indent=2))
