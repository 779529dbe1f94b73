import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request


def vezne(method, path, data=None):
    """Signs a request, sends it, and gives the decoded answer."""
    body = b"" if data is None else json.dumps(data, ensure_ascii=False).encode()
    timestamp = str(int(time.time()))
    head = f"{timestamp}.{method}.{path}.".encode()
    tail = f".{os.environ['HASH_SECRET']}".encode()
    secret = os.environ["API_SECRET"].encode()
    signature = hmac.new(secret, head + body + tail, hashlib.sha256).hexdigest()

    request = urllib.request.Request(
        os.environ["VEZNE_URL"] + path,
        method=method,
        data=body or None,
        headers={
            "Content-Type": "application/json",
            "X-Api-Key": os.environ["API_KEY"],
            "X-Timestamp": timestamp,
            "X-Signature": signature,
        },
    )
    # After a 500 or any other exception the outcome is not known:
    # send the same body again, and never refund yet.
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        raise SystemExit(f"{refusal.code} {problem['code']}: {problem['error']}")
