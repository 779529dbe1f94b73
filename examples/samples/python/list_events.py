from urllib.parse import urlencode

from vezne import show, vezne

# Keep nextCursor, and begin after it the next time.
query = {"limit": 20}
while True:
    page = vezne("GET", "/v1/events?" + urlencode(query))
    for event in page["events"]:
        show(event, indent=None)
    if len(page["events"]) < query["limit"]:
        break
    query["after"] = page["nextCursor"]
