#!/usr/bin/env python3
"""Judges every vector of webhook-signature.json with Python's standard library alone.

It shares no code with the SDK, so an error in one of the two shows as a difference. Exits with 1 on any difference.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys

VECTORS = pathlib.Path(__file__).with_name("webhook-signature.json")
MINIMUM_VECTORS = 20  # A truncated file must not pass for a checked one.
TOLERANCE_SECONDS = 300


def is_accepted(vector, body):
    ids = [one for one in (vector["webhookId"], vector["svcEventId"]) if one is not None]
    if not ids or len(set(ids)) > 1 or not re.fullmatch(r"[1-9][0-9]{0,11}", vector["timestamp"]):
        return False
    if abs(vector["receivedAt"] - int(vector["timestamp"])) > TOLERANCE_SECONDS:
        return False
    signed = b".".join([ids[0].encode(), vector["timestamp"].encode(), body])
    expected = []
    for secret in vector["secrets"]:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        expected.append("v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode())
    received = vector["signature"].split(" ")
    return any(hmac.compare_digest(one.encode(), other.encode()) for one in expected for other in received)


def problems_of(vector):
    body = base64.b64decode(vector["bodyBase64"], validate=True)
    if vector["body"].encode() != body:
        yield "body and bodyBase64 differ"
    if is_accepted(vector, body) != vector["valid"]:
        yield f"valid is {vector['valid']}, and it is judged otherwise here"
    if not vector["valid"] and not vector.get("reason"):
        yield "an invalid vector needs a reason"


def main():
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    differences = [f"{vector['id']}: {problem}" for vector in vectors for problem in problems_of(vector)]
    if len(vectors) < MINIMUM_VECTORS:
        differences.append(f"only {len(vectors)} vectors; expected at least {MINIMUM_VECTORS}")
    if len({vector["id"] for vector in vectors}) != len(vectors):
        differences.append("two vectors have the same id")
    for difference in differences:
        print(difference, file=sys.stderr)
    print(f"{len(vectors)} vectors checked, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
