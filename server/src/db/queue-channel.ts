/** Tells the consoles that something in a queue has changed, so that whoever looks sees it at once. */
import { ROW_ID } from '@vezne/domain/row-id';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createChannelListener } from './channel.ts';
import type { ChannelListener } from './channel.ts';

const CHANNEL = 'vezne_queue';

/** Sent after the commit, as events are announced: nothing waits for it. Doesn't wait for the disk either. */
const RING_SQL = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`;

/** Nobody reads faster, and a busy cell must not be busy with this. */
const AT_MOST_EVERY_MS = 250;
/** A message holds 8,000 bytes, and nobody has more than a few of them on the screen. */
const MOST_IDS = 100;
/** More than can be named: whoever looks reads all that they show. */
const MANY = '*';

interface Ringing {
  ids: Set<string>;
  lastMs: number;
  timer: NodeJS.Timeout | undefined;
}

const ringing = new WeakMap<pg.Pool, Ringing>();

/** These transactions were pressed, opened, held or decided. Calls that come soon after each other share a message. */
export function ringQueue(pool: pg.Pool, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const state = ringing.get(pool) ?? { ids: new Set(), lastMs: -Infinity, timer: undefined };
  ringing.set(pool, state);
  // One more than can be named says that there are too many.
  for (const id of ids) if (state.ids.size <= MOST_IDS) state.ids.add(id);
  if (state.timer !== undefined) return;
  const waitMs = state.lastMs + AT_MOST_EVERY_MS - performance.now();
  if (waitMs <= 0) ring(pool, state);
  else state.timer = setTimeout(() => ring(pool, state), waitMs).unref();
}

function ring(pool: pg.Pool, state: Ringing): void {
  const message = state.ids.size > MOST_IDS ? MANY : [...state.ids].join(',');
  state.ids.clear();
  state.timer = undefined;
  state.lastMs = performance.now();
  // A pool that ends meanwhile belongs to a process that stops.
  void pool.query(RING_SQL, [message]).catch(() => undefined);
}

/** What changed; `all`: too much to name. */
export interface QueueRing {
  ids: string[];
  all: boolean;
}

function readRing(payload: string | undefined): QueueRing {
  if (payload === undefined || payload === '' || payload === MANY) return { ids: [], all: true };
  const ids = payload.split(',');
  const areIds = ids.length <= MOST_IDS && ids.every((id) => ROW_ID.test(id));
  // Every process may write here: what is not ours says only that something changed.
  return areIds ? { ids, all: false } : { ids: [], all: true };
}

/** Listens for what changes in the queues. After each connection all may have changed. */
export function createQueueListener({
  databaseUrl,
  expectedStandbys,
  log,
  onRing,
}: {
  databaseUrl: string;
  expectedStandbys?: number | undefined;
  log: Logger;
  onRing: (ring: QueueRing) => void;
}): ChannelListener {
  return createChannelListener({
    url: databaseUrl,
    expectedStandbys,
    channel: CHANNEL,
    applicationName: 'vezne-console-queue',
    onMessage: (payload) => onRing(readRing(payload)),
    log,
  });
}
