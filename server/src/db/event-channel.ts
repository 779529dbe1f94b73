import pg from 'pg';
import { withTimeout } from '../concurrency/timeout.ts';

const HEARTBEAT_MS = 10_000;

/** Sent once per batch and after its commit. Inside the transaction, it halved the throughput. */
const CHANNEL = 'vezne_events';

/**
 * Doesn't wait for the disk, because waiting would delay the next announcement. A crash may undo one, but workers also look
 * by themselves.
 */
const ANNOUNCE_SQL = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', '')`;

/** Pools that are sending an announcement now, and whether another must follow. */
const announcing = new WeakMap<pg.Pool, { again: boolean }>();

/**
 * Tells the workers that there are new events. The caller doesn't wait for it, and nothing depends on it: workers also look
 * by themselves twice a second. Calls during an announcement share the next one.
 */
export function announceEvents(pool: pg.Pool): void {
  const current = announcing.get(pool);
  if (current) current.again = true;
  else void announceUntilQuiet(pool);
}

async function announceUntilQuiet(pool: pg.Pool): Promise<void> {
  const announcement = { again: false };
  announcing.set(pool, announcement);
  do {
    announcement.again = false;
    await pool.query(ANNOUNCE_SQL).catch(() => undefined);
  } while (announcement.again);
  announcing.delete(pool);
}

export interface EventListener {
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** Listens for announcements on its own connection. */
export async function listenToEvents(url: string, onAnnounced: () => void): Promise<EventListener> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vezne-worker-events',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const { promise: lost, resolve: isSilent } = Promise.withResolvers<void>();
  client.on('error', () => isSilent());
  client.on('end', () => isSilent());
  client.on('notification', onAnnounced);
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  // A connection that was cut silently looks like one on which nothing happens. Only a query shows the difference.
  const heartbeat = setInterval(() => {
    withTimeout(HEARTBEAT_MS, client.query('select 1')).catch(() => {
      clearInterval(heartbeat);
      void client.end().catch(() => undefined);
      isSilent();
    });
  }, HEARTBEAT_MS);
  return {
    lost,
    async stop() {
      clearInterval(heartbeat);
      await client.end();
    },
  };
}
