import type pg from 'pg';
import type { Logger } from 'pino';
import { createChannelListener } from './channel.ts';
import type { ChannelListener } from './channel.ts';

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

/** Listens for announcements. Events may also have come while there was no connection. */
export function createEventListener({
  databaseUrl,
  expectedStandbys,
  log,
  onAnnounced,
}: {
  databaseUrl: string;
  expectedStandbys?: number | undefined;
  log: Logger;
  onAnnounced: () => void;
}): ChannelListener {
  return createChannelListener({
    url: databaseUrl,
    expectedStandbys,
    channel: CHANNEL,
    applicationName: 'vezne-worker-events',
    onMessage: onAnnounced,
    log,
  });
}
