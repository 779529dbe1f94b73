import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inLedgerSnapshot } from '../../../src/db/read/ledger/snapshot.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertPartner } from '../../harness/factories.ts';

/** Longer than a session of the worker may rest in a transaction. */
const RESTS_MS = 6_000;

test('both connections of a verification see the same moment, and one may rest while the other works', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const counts = await inLedgerSnapshot(
    database.pool('vezne_worker'),
    { isShort: true },
    async ([first, second = assert.fail('there are two')]) => {
      await insertPartner(owner);
      await sleep(RESTS_MS);
      return await Promise.all(
        [first, second].map(async (client) => (await client.query('select from event_feed')).rowCount),
      );
    },
  );
  assert.deepEqual(counts, [0, 0]);
});
