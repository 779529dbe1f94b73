import base64
import contextlib
import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 65_536
SHOP_FILE = os.environ["SHOP_FILE"]

TABLES = """
create table if not exists processed_event (id text primary key);
create table if not exists credit (transaction_id text primary key, reference text not null, amount_cents integer not null);
"""


def webhook_key(secret):
    """The bytes that the base64 after whsec_ stands for. Never go on without them: anybody can sign with an empty key."""
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not secret.startswith("whsec_") or len(key) < 24:
        raise ValueError("VEZNE_WEBHOOK_SECRET must hold the secret of the endpoint, from whsec_ to its end.")
    return key


# One secret; while it is being replaced, two with a space between them.
KEYS = [webhook_key(secret) for secret in os.environ["VEZNE_WEBHOOK_SECRET"].split(" ")]


def is_signed(event_id, timestamp, body, signatures):
    """Whether one of the signatures was made with one of the secrets, for these very bytes, just now."""
    if not re.fullmatch(r"[1-9][0-9]{0,11}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = b".".join([event_id.encode(), timestamp.encode(), body])
    for key in KEYS:
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature.encode()) for signature in signatures.split(" ")):
            return True
    return False


def once(event_id, work):
    """Claims the event, does the work and remembers the event in one transaction: all of it happens, or nothing."""
    with contextlib.closing(sqlite3.connect(SHOP_FILE, isolation_level=None)) as database:
        database.execute("begin immediate")
        claim = database.execute("insert into processed_event (id) values (?) on conflict do nothing", [event_id])
        if claim.rowcount == 1:
            work(database)
        database.execute("commit")  # a connection that is closed before this undoes all of it


def credit(database, event):
    insert = "insert into credit (transaction_id, reference, amount_cents) values (?, ?, ?) on conflict (transaction_id) do "
    # webhook.test, which tests this endpoint, has none of them.
    values = [event.get(field) for field in ("transactionId", "externalReference", "playerAmountCents")]
    # deposit.approved: the money has arrived; a correction that came before it stands.
    # withdrawal.rejected: nothing was paid out, the player gets it back.
    if event["event"] in ("deposit.approved", "withdrawal.rejected"):
        database.execute(insert + "nothing", values)
    # An approval was wrong: this amount takes the place of the earlier one.
    if event["event"] == "deposit.corrected":
        database.execute(insert + "update set amount_cents = excluded.amount_cents", values)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if length > MAX_BODY_BYTES:
            return self.answer(413)
        body = self.rfile.read(length)  # the raw bytes, before anything has parsed them
        event_id = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        if not is_signed(event_id, timestamp, body, self.headers.get("webhook-signature", "")):
            return self.answer(401)
        try:
            event = json.loads(body)
            once(event_id, lambda database: credit(database, event))
        except Exception as error:
            self.log_error("%r", error)
            return self.answer(500)  # the service sends the event again
        return self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


with contextlib.closing(sqlite3.connect(SHOP_FILE)) as shop:
    shop.executescript(TABLES)
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
