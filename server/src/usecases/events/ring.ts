import type pg from 'pg';
import { ringEventChannel } from '../../db/event-channel.ts';

/** Pools on which a ring is under way, and whether another is wanted after it. */
const ringing = new WeakMap<pg.Pool, { again: boolean }>();

/**
 * Tells the workers that there are events. Nobody waits for it, and nothing depends on it: they look by themselves twice a
 * second. However many ask while a ring is under way, one more follows.
 */
export function ringForEvents(pool: pg.Pool): void {
  const current = ringing.get(pool);
  if (current) {
    current.again = true;
    return;
  }
  void ringUntilQuiet(pool);
}

async function ringUntilQuiet(pool: pg.Pool): Promise<void> {
  const ring = { again: false };
  ringing.set(pool, ring);
  do {
    ring.again = false;
    await ringEventChannel(pool).catch(() => undefined);
  } while (ring.again);
  ringing.delete(pool);
}
