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
    tail = f".{os.environ['VEZNE_HASH_SECRET']}".encode()
    secret = os.environ["VEZNE_API_SECRET"].encode()
    signature = hmac.new(secret, head + body + tail, hashlib.sha256).hexdigest()

    request = urllib.request.Request(
        os.environ["VEZNE_URL"] + path,
        method=method,
        data=body or None,
        headers={
            "Content-Type": "application/json",
            "X-Api-Key": os.environ["VEZNE_API_KEY"],
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
        raise SystemExit(explained(refusal.code, json.load(refusal)))


def explained(status, problem):
    """The reason, each field that is wrong, and the rest of the answer:
    serverTime, if your clock is wrong, and requestId, to ask us about it."""
    lines = [f"{status} {problem.pop('code')}: {problem.pop('error')}"]
    for field in problem.pop("fields", []):
        lines.append(f"  {field['path']} {field['problem']}")
    lines += [f"  {name}: {value}" for name, value in problem.items()]
    return "\n".join(lines)


def show(answer, indent=2):
    print(json.dumps(answer, indent=indent, ensure_ascii=False))
