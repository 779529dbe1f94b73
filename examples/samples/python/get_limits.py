import json

from vezne import vezne

print(json.dumps(vezne("GET", "/v1/limits"), indent=2))
