import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknownError } from '../../../src/db/errors.ts';
import type { NewTransaction } from '../../../src/db/write/transactions/transactions.ts';
import { refused } from '../../../src/usecases/refusal.ts';
import { createOrReplay } from '../../../src/usecases/transactions/create.ts';
import type { Creation } from '../../../src/usecases/transactions/create.ts';
import type { Creations } from '../../../src/usecases/transactions/creations.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { identityOf, openCreations } from './open-creations.ts';

const REFUSAL = refused('rate_limited', { retryAfterSeconds: 1 });

/** A create call that is already refused. */
async function refusedCreate(creations: Creations, row: NewTransaction): Promise<Creation> {
  return await createOrReplay(creations, {
    identity: identityOf(row),
    makeRow: async () => await Promise.reject(REFUSAL),
    isAbandoned: () => false,
    deadlineMs: performance.now() + 10_000,
  });
}

test('a refused request whose twin is being written, or waits to be, is answered with the transaction', async (t) => {
  const { owner, creations, newRow, insert } = await openCreations(t);
  const [inFlight, queued] = [newRow(), newRow()];
  const release = await holdTable(owner);
  const inserts = [insert(inFlight)];
  await untilStatementWaits(owner);
  inserts.push(insert(queued));
  const twins = Promise.all([inFlight, queued].map(async (row) => await refusedCreate(creations, row)));
  // Reads work: a request that doesn't wait for its twin finds nothing now.
  await assert.rejects(refusedCreate(creations, newRow()), REFUSAL);
  await release();

  assert.deepEqual(
    (await twins).map(({ stored, isReplay }) => [stored.id, isReplay]),
    [
      [inFlight.id, true],
      [queued.id, true],
    ],
  );
  await Promise.all(inserts);
});

test('a refused request whose twin is still being prepared waits for it, and is answered with the transaction', async (t) => {
  const { creations, newRow } = await openCreations(t);
  const row = newRow();
  const prepared = Promise.withResolvers<NewTransaction>();
  const call = {
    identity: identityOf(row),
    isAbandoned: () => false,
    deadlineMs: performance.now() + 10_000,
  };
  const first = createOrReplay(creations, { ...call, makeRow: async () => await prepared.promise });
  const twins = [refusedCreate(creations, row), refusedCreate(creations, row)];
  const hasAnswered = await Promise.race([Promise.allSettled(twins).then(() => true), sleep(300, false)]);
  assert.equal(hasAnswered, false, 'nothing is said while nothing is known');
  await assert.rejects(refusedCreate(creations, newRow()), REFUSAL, 'others are refused at once');

  prepared.resolve(row);
  assert.equal((await first).isReplay, false);
  for (const { stored, isReplay } of await Promise.all(twins)) {
    assert.deepEqual([stored.id, isReplay], [row.id, true]);
  }
});

test('a refused request whose twin is refused too is refused after it', async (t) => {
  const { creations, newRow } = await openCreations(t);
  const row = newRow();
  const prepared = Promise.withResolvers<NewTransaction>();
  const call = {
    identity: identityOf(row),
    isAbandoned: () => false,
    deadlineMs: performance.now() + 10_000,
  };
  const first = createOrReplay(creations, { ...call, makeRow: async () => await prepared.promise });
  const twin = refusedCreate(creations, row);
  prepared.reject(REFUSAL);
  await assert.rejects(first, REFUSAL);
  await assert.rejects(twin, REFUSAL);
});

test('when too many look-ups wait, the next one ends with an unknown outcome, not with "not there"', async (t) => {
  const { owner, creations, newRow, insert } = await openCreations(t, { maxLookUps: 1 });
  const row = newRow();
  await insert(row);
  const release = await holdTable(owner, 'access exclusive');
  const lookUp = async () => await refusedCreate(creations, row);
  const inFlight = lookUp();
  await untilStatementWaits(owner);
  const queued = lookUp();
  // Twins that arrive in the same turn wait for each other first.
  await nextTurn();
  await assert.rejects(lookUp(), OutcomeUnknownError);
  await release();
  assert.deepEqual(
    (await Promise.all([inFlight, queued])).map(({ stored }) => stored.id),
    [row.id, row.id],
  );
});

test('a look-up that the database refuses ends with an unknown outcome', async (t) => {
  const { owner, creations, newRow, insert } = await openCreations(t);
  const row = newRow();
  await insert(row);
  await owner.query('revoke select on transaction from vezne_api');
  await assert.rejects(refusedCreate(creations, row), OutcomeUnknownError);
});

test('a twin that fails does not fail the refused request that waited for it', async (t) => {
  const { owner, creations, newRow, insert } = await openCreations(t);
  const bad = newRow({ currency: 'USD' });
  const release = await holdTable(owner);
  const blocking = insert(newRow());
  await untilStatementWaits(owner);
  const failing = assert.rejects(insert(bad));
  const refusing = assert.rejects(refusedCreate(creations, bad), REFUSAL);
  await release();
  await Promise.all([blocking, failing, refusing]);
});

test('when two requests in a batch have one reference, one creates the transaction and the other replays it', async (t) => {
  const { creations, newRow } = await openCreations(t);
  const first = newRow();
  const second = { ...first, id: newRow().id };
  const answers = await Promise.all(
    [first, second].map(
      async (row) =>
        await createOrReplay(creations, {
          identity: identityOf(row),
          makeRow: async () => await Promise.resolve(row),
          isAbandoned: () => false,
          deadlineMs: performance.now() + 10_000,
        }),
    ),
  );
  assert.deepEqual(answers.map(({ isReplay }) => isReplay).sort(), [false, true]);
  assert.equal(new Set(answers.map(({ stored }) => stored.id)).size, 1);
});
