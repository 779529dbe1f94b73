import type pg from 'pg';
import { readRegisteredKeys } from '../../db/read/installation/key-fingerprints.ts';
import { refused } from '../refusal.ts';

/**
 * Refuses to seal a secret with a version that nobody who opens it has started with. Before the first of them has started, partners are
 * set up.
 */
export async function refuseUnopenable(
  pool: pg.Pool,
  { version, role }: { version: number; role: 'vezne_api' | 'vezne_worker' },
): Promise<void> {
  const held = (await readRegisteredKeys(pool)).filter(
    ({ purpose, heldBy }) => purpose === 'secret' && heldBy.includes(role),
  );
  if (held.length > 0 && !held.some((key) => key.version === version))
    throw refused('key_not_started_with', { version, role });
}
