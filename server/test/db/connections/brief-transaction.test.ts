import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { briefTransaction } from '../../../src/db/brief-transaction.ts';
import { createDatabase } from '../../../src/db/kysely.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertPartner } from '../../harness/factories.ts';

test('a look that stalls holds nobody up for long', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id } = await insertPartner(owner);
  const looking = database.pool('vezne_console');
  looking.on('error', () => undefined);
  const held = Promise.withResolvers<void>();
  const over = new AbortController();
  const look = briefTransaction(createDatabase(looking), async (trx) => {
    await sql`select from partner where id = ${id} for no key update`.execute(trx);
    held.resolve();
    await sleep(20_000, undefined, { signal: over.signal }).catch(() => undefined);
  });
  await held.promise;
  // Without an end to the look this would wait until it is over, and then the look would be done.
  await owner.query('update partner set deposits_paused = true where id = $1', [id]);
  over.abort();
  await assert.rejects(look);
});
