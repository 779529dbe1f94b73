import pg from 'pg';
import { withTimeout } from '../concurrency/timeout.ts';

const HEARTBEAT_MS = 10_000;

/** Whoever commits events rings here, once for a batch and after the commit: in the transaction it halved the throughput. */
const CHANNEL = 'vezne_events';

/** It doesn't wait for the disk, since a ring that a crash undoes is missed by nobody who looks by itself; a wait would hold up the next. */
const RING_SQL = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', '')`;

export async function ringEventChannel(pool: pg.Pool): Promise<void> {
  await pool.query(RING_SQL);
}

export interface EventListener {
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** Hears the rings on a connection of its own. */
export async function listenToEvents(url: string, onRing: () => void): Promise<EventListener> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vezne-worker-events',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const { promise: lost, resolve: isSilent } = Promise.withResolvers<void>();
  client.on('error', () => isSilent());
  client.on('end', () => isSilent());
  client.on('notification', onRing);
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  // A connection that is cut without a word looks like one on which nothing happens: only a question shows the difference.
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
