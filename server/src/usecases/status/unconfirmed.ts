import type pg from 'pg';
import { hasRoom } from '../../db/disk-room.ts';
import { prove } from '../../db/proven-client.ts';
import { withConnection } from '../../db/statement.ts';
import type { ServiceState } from './service-state.ts';

/** Each process has a commit confirmed each second and is seen by it. One that failed or waited is not yet a silence of all. */
const SILENT_MS = 5_000;
/** A commit takes milliseconds, and a check of the service waits for this one. */
const CONFIRMED_WITHIN_MS = 2_000;

/**
 * Why the database confirms no commit; undefined if it does. While it confirms none it shows neither the beats of processes nor the alarms that
 * they raise, and every process looks dead. So if none was seen lately, a commit of our own says whether it is they or the database.
 */
export async function whyUnconfirmed(pool: pg.Pool, { processes, readAt }: ServiceState): Promise<unknown> {
  if (processes.some(({ seenAt }) => readAt.getTime() - seenAt.getTime() < SILENT_MS)) return undefined;
  try {
    // That it waits for nobody although it should is told in any case.
    await withConnection(
      pool,
      async (client) => await prove(client, { expectedStandbys: 0, withinMs: CONFIRMED_WITHIN_MS }),
    );
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The alarm of a process may not show: its row needs room, too. Only a plain word of the database counts. */
export async function isDiskFull(pool: pg.Pool): Promise<boolean> {
  return await hasRoom(pool, { timeoutMs: CONFIRMED_WITHIN_MS }).then(
    (has) => !has,
    () => false,
  );
}
