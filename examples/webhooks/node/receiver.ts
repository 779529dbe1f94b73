import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 65_536;

type Event = {
  event: string;
  transactionId: string;
  externalReference: string;
  playerAmountCents: number;
};

/** The bytes that the base64 after whsec_ stands for. Never go on without them: anybody can sign with an empty key. */
function webhookKey(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (!secret.startsWith('whsec_') || key.length < 24) {
    throw new Error('VEZNE_WEBHOOK_SECRET must hold the secret of the endpoint, from whsec_ to its end.');
  }
  return key;
}

// One secret; while it is being replaced, two with a space between them.
const keys = (process.env['VEZNE_WEBHOOK_SECRET'] ?? '').split(' ').map(webhookKey);

/** Whether one of the signatures was made with one of the secrets, for these very bytes, just now. */
function isSigned(id: string, timestamp: string, body: Buffer, signatures: string): boolean {
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^[1-9][0-9]{0,11}$/.test(timestamp) || ageSeconds > TOLERANCE_SECONDS) return false;
  return keys.some((key) => {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
    return signatures.split(' ').some((signature) => {
      const received = Buffer.from(signature);
      return received.length === expected.length && timingSafeEqual(received, expected);
    });
  });
}

const shop = new DatabaseSync(process.env['SHOP_FILE'] ?? 'shop.db');
shop.exec(`
  create table if not exists processed_event (id text primary key);
  create table if not exists credit (
    transaction_id text primary key, reference text not null, amount_cents integer not null
  );
`);

/** Claims the event, does the work and remembers the event in one transaction: all of it happens, or nothing. */
function once(eventId: string, work: () => void): void {
  shop.exec('begin immediate');
  try {
    const claim = shop
      .prepare('insert into processed_event (id) values (?) on conflict do nothing')
      .run(eventId);
    if (claim.changes === 1) work();
    shop.exec('commit');
  } catch (error) {
    shop.exec('rollback');
    throw error;
  }
}

function credit({ event, transactionId, externalReference, playerAmountCents }: Event): void {
  const insert = 'insert into credit values (?, ?, ?) on conflict (transaction_id) do ';
  const values = [transactionId, externalReference, playerAmountCents];
  switch (event) {
    case 'deposit.approved': // the money has arrived; a correction that came before it stands
    case 'withdrawal.rejected': // nothing was paid out: the player gets it back
      shop.prepare(`${insert} nothing`).run(...values);
      break;
    case 'deposit.corrected': // an approval was wrong: this amount takes the place of the earlier one
      shop.prepare(`${insert} update set amount_cents = excluded.amount_cents`).run(...values);
      break;
    default: // nothing to credit, or an event of a later version
  }
}

/** The raw bytes, before anything has parsed them. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request: IncomingMessage): Promise<number> {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const id = header('webhook-id');
  const body = await readBody(request);
  if (body === undefined) return 413;
  if (!isSigned(id, header('webhook-timestamp'), body, header('webhook-signature'))) return 401;
  const event = JSON.parse(body.toString()) as Event;
  once(id, () => credit(event));
  return 200;
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
  process.stdout.write(`${new Date().toISOString()} ${status}\n`);
}

createServer((request, response) => {
  receive(request).then(
    (status) => answer(response, status),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      answer(response, 500); // the service sends the event again
    },
  );
}).listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1');
