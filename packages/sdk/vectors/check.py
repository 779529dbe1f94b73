#!/usr/bin/env python3
"""Recomputes every vector of request-signature.json with Python's standard library alone.

It shares no code with the SDK, so an error in one of the two shows as a difference. Exits with 1 on any difference.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys

VECTORS = pathlib.Path(__file__).with_name("request-signature.json")
MINIMUM_VECTORS = 20  # A truncated file must not pass for a checked one.


def canonical_bytes(vector, body):
    parts = [
        vector["timestamp"].encode(),
        vector["method"].encode(),
        vector["path"].encode(),
        body,
        vector["credentials"]["hashSecret"].encode(),
    ]
    return b".".join(parts)


def problems_of(vector):
    body = base64.b64decode(vector["bodyBase64"], validate=True) * vector["bodyRepeat"]
    if vector["body"] is not None and vector["body"].encode() * vector["bodyRepeat"] != body:
        yield "body and bodyBase64 differ"

    canonical = canonical_bytes(vector, body)
    if hashlib.sha256(canonical).hexdigest() != vector["canonicalSha256"]:
        yield "canonicalSha256 differs"
    if vector["canonicalBase64"] is not None and base64.b64decode(vector["canonicalBase64"]) != canonical:
        yield "canonicalBase64 differs"

    key = vector["credentials"]["apiSecret"].encode()
    expected = hmac.new(key, canonical, hashlib.sha256).hexdigest()
    well_formed = re.fullmatch(r"[0-9a-f]{64}", vector["signature"]) is not None
    if (well_formed and vector["signature"] == expected) != vector["valid"]:
        yield f"valid is {vector['valid']}, and the signature computed here is {expected}"
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
