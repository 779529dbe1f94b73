import pg from 'pg';

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
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  client.on('notification', onRing);
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  return { lost, stop: async () => await client.end() };
}
