import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReferenceCode, referenceCodeAt } from '@vezne/domain/reference-code';
import { createReferenceRound } from '../../../src/keys/reference-round.ts';
import { createReferenceCodes } from '../../../src/usecases/deposits/reference-codes.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { testKeys } from '../../harness/keys.ts';

const round = createReferenceRound(testKeys.referenceCodeKey);

test('processes that hand out codes side by side never hand out the same one', async (t) => {
  const database = await createTestDatabase(t);
  const processes = [1, 2, 3].map(() => createReferenceCodes({ pool: database.pool('vezne_api'), round }));
  const codes = await Promise.all(
    Array.from({ length: 3_000 }, async (_, index) => await processes[index % 3]?.next()),
  );
  assert.equal(new Set(codes).size, 3_000);
  assert.ok(codes.every((code) => isReferenceCode(code ?? '')));
});

test('a process takes codes a block at a time, from the first number on', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const codes = createReferenceCodes({ pool: database.pool('vezne_api'), round });
  const blocksTaken = async () =>
    (
      await owner.query<{ taken: bigint }>(
        `select case when is_called then last_value + 1 else 0 end as taken from reference_code_block`,
      )
    ).rows[0]?.taken;
  assert.equal(await blocksTaken(), 0n);
  const first = await Promise.all(Array.from({ length: 512 }, async () => await codes.next()));
  assert.deepEqual(
    first,
    Array.from({ length: 512 }, (_, place) => referenceCodeAt(place, round)),
  );
  assert.equal(await blocksTaken(), 1n);
  assert.equal(await codes.next(), referenceCodeAt(512, round));
  assert.equal(await blocksTaken(), 2n);
});

test('a block that could not be fetched fails the deposits that wait for it, and the next one tries again', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const codes = createReferenceCodes({ pool: database.pool('vezne_api'), round });
  await owner.query('revoke usage on sequence reference_code_block from vezne_api');
  const failed = await Promise.allSettled([codes.next(), codes.next()]);
  assert.ok(failed.every(({ status }) => status === 'rejected'));
  await owner.query('grant usage on sequence reference_code_block to vezne_api');
  assert.ok(isReferenceCode(await codes.next()));
});

test('when all codes are used up, a deposit is refused instead of getting a code twice', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const codes = createReferenceCodes({ pool: database.pool('vezne_api'), round });
  // 23^7 codes in blocks of 512: the last whole block is number 6,650,048.
  await owner.query(`select setval('reference_code_block', 6650048, false)`);
  for (let place = 0; place < 512; place += 1) await codes.next();
  await assert.rejects(codes.next(), /used up/);
});
