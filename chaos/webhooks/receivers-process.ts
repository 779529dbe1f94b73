/** Partners' servers: one process, with one path for each endpoint. A test controls it by messages. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { createRandom } from '../random.ts';
import { sharedClockMs } from './messages.ts';
import type { Order, Outcome, Receipt, Report, Troubles } from './messages.ts';

let secrets: Record<string, string> = {};
let troubles: Troubles = { refuse: 0, hang: 0, reset: 0 };
let mostOfAnEvent = 0;
let random = createRandom(1);
let receipts: Receipt[] = [];
const troublesOf = new Map<string, number>();
const hanging = new Set<string>();
const refusing = new Set<string>();
let waiting: ServerResponse[] = [];
const counting = new Map<string, { status: number; afterMs: number }>();
/** Those with a status of success. */
let counted = 0;
let isHeld = false;
let held: (() => void)[] = [];

function say(report: Report): void {
  process.send?.(report);
}

/** Chance decides, but for each event only a few times: a schedule ends, and chance does not. */
function outcomeFor(delivery: string): Outcome {
  const { refuse, hang, reset } = troubles;
  const drawn = random.below(100);
  if (drawn >= refuse + hang + reset) return 'taken';
  const had = troublesOf.get(delivery) ?? 0;
  if (had >= mostOfAnEvent) return 'taken';
  troublesOf.set(delivery, had + 1);
  if (drawn < refuse) return 'refused';
  return drawn < refuse + hang ? 'hung' : 'reset';
}

function readWebhook(
  request: IncomingMessage,
  body: Buffer,
  secret: string,
): Pick<Receipt, 'problem' | 'reference'> {
  try {
    const event = verifyWebhook({ headers: request.headers, body, secrets: secret });
    return { problem: null, reference: event.externalReference ?? '' };
  } catch (error) {
    return { problem: String(error), reference: '' };
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const atMs = sharedClockMs();
  const path = request.url ?? '';
  const eventId = String(request.headers['x-svc-event-id']);
  const webhook = readWebhook(request, body, secrets[path] ?? '');
  const outcome = refusing.has(path)
    ? 'refused'
    : hanging.has(path)
      ? 'hung'
      : outcomeFor(`${path} ${eventId}`);
  receipts.push({ path, eventId, outcome, atMs, ...webhook });
  if (hanging.has(path)) waiting.push(response);
  else if (outcome === 'reset') request.socket.resetAndDestroy();
  else if (outcome !== 'hung') response.writeHead(outcome === 'taken' ? 200 : 503).end();
}

function count(
  request: IncomingMessage,
  response: ServerResponse,
  { status, afterMs }: { status: number; afterMs: number },
): void {
  const answer = (): void => {
    if (isHeld) held.push(answer);
    else response.writeHead(status).end();
  };
  request.resume().on('end', () => {
    if (status < 300) counted += 1;
    if (afterMs === 0) answer();
    else setTimeout(answer, afterMs);
  });
}

const server = createServer((request, response) => {
  const answer = counting.get(request.url ?? '');
  if (answer !== undefined) {
    count(request, response, answer);
    return;
  }
  // A sender that is killed in the middle of its body needs no answer.
  receive(request, response).catch(() => undefined);
});

process.on('message', (order: Order) => {
  if (order.kind === 'secrets') secrets = order.byPath;
  if (order.kind === 'troubles') {
    ({ troubles, mostOfAnEvent } = order);
    random = createRandom(order.seed);
  }
  if (order.kind === 'hang') hanging.add(order.path);
  if (order.kind === 'hold') {
    ({ isHeld } = order);
    const answers = held;
    held = [];
    for (const answer of answers) answer();
  }
  if (order.kind === 'count') counting.set(order.path, order);
  if (order.kind === 'refuse') refusing.add(order.path);
  if (order.kind === 'release' && order.path !== undefined) refusing.delete(order.path);
  if (order.kind === 'release' && order.path === undefined) {
    hanging.clear();
    for (const response of waiting) response.writeHead(200).end();
    waiting = [];
  }
  if (order.kind === 'report') {
    say({ kind: 'receipts', receipts, counted });
    receipts = [];
  }
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => say({ kind: 'ready', port: (server.address() as AddressInfo).port }));
