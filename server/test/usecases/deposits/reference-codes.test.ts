import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { isReferenceCode, referenceCodeAt } from '@vezne/domain/reference-code';
import { systemClock } from '../../../src/clock.ts';
import { createReferenceRound } from '../../../src/usecases/deposits/reference-codes.ts';
import { createReferenceCodes } from '../../../src/usecases/deposits/reference-codes.ts';
import type { ReferenceCodes } from '../../../src/usecases/deposits/reference-codes.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { testKeys } from '../../harness/keys.ts';

const BLOCK = 512;
const round = createReferenceRound(testKeys.referenceCodeKey);
const UNAVAILABLE = { name: 'RefusedError', message: 'unavailable' };

async function setUp(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const log = pino({ level: 'silent' });
  const newProcess = (): ReferenceCodes =>
    createReferenceCodes({
      pool: database.pool('vezne_api'),
      log,
      retry: createRetryUntilSettled({ clock: systemClock, log, boundMs: 300 }),
      round,
    });
  const blocksTaken = async () =>
    (
      await owner.query<{ taken: bigint }>(
        `select case when is_called then last_value + 1 else 0 end as taken from reference_code_block`,
      )
    ).rows[0]?.taken;
  const untilTaken = async (blocks: bigint) => void (await until(blocksTaken, (taken) => taken === blocks));
  const allow = async (isAllowed: boolean) =>
    await owner.query(
      isAllowed
        ? 'grant usage on sequence reference_code_block to vezne_api'
        : 'revoke usage on sequence reference_code_block from vezne_api',
    );
  return { owner, newProcess, blocksTaken, untilTaken, allow };
}

async function take(codes: ReferenceCodes, count: number): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, async () => (await codes.next()).code));
}

test('processes that hand out codes at the same time never hand out the same one', async (t) => {
  const { newProcess } = await setUp(t);
  const processes = [1, 2, 3].map(newProcess);
  const codes = (await Promise.all(processes.map(async (process) => await take(process, 1_000)))).flat();
  assert.equal(new Set(codes).size, 3_000);
  assert.ok(codes.every(isReferenceCode));
});

test('a process takes codes a block at a time, from the first number on, and has the next block ready', async (t) => {
  const { newProcess, blocksTaken, untilTaken } = await setUp(t);
  const codes = newProcess();
  assert.equal(await blocksTaken(), 0n);
  const codesFrom = (start: number, count: number) =>
    Array.from({ length: count }, (_, place) => referenceCodeAt(start + place, round));
  assert.deepEqual(await take(codes, 1), codesFrom(0, 1));
  await untilTaken(2n);
  assert.deepEqual(await take(codes, BLOCK - 2), codesFrom(1, BLOCK - 2));
  assert.equal(await blocksTaken(), 2n, 'no third one while two last');
  assert.deepEqual(await take(codes, 2), codesFrom(BLOCK - 1, 2));
  await untilTaken(3n);
});

test('while no block can be fetched, codes are handed out until the fetched blocks are used up', async (t) => {
  const { newProcess, untilTaken, allow } = await setUp(t);
  const codes = newProcess();
  await codes.next();
  await untilTaken(2n);
  await allow(false);
  const rest = await take(codes, 2 * BLOCK - 1);
  assert.equal(new Set(rest).size, 2 * BLOCK - 1);
  await assert.rejects(codes.next(), UNAVAILABLE);
  await allow(true);
  const number = 2 * BLOCK;
  assert.deepEqual(await codes.next(), { code: referenceCodeAt(number, round), number: BigInt(number) });
});

test('a block that could not be fetched fails the deposits that wait for it, and the next one tries again', async (t) => {
  const { newProcess, allow } = await setUp(t);
  const codes = newProcess();
  await allow(false);
  await Promise.all([1, 2].map(async () => await assert.rejects(codes.next(), UNAVAILABLE)));
  await allow(true);
  assert.ok(isReferenceCode((await codes.next()).code));
});

test('when all codes are used up, a deposit is refused instead of getting a code twice', async (t) => {
  const { owner, newProcess } = await setUp(t);
  const codes = newProcess();
  // 23^7 codes in blocks of 512: the last whole block is number 6,650,048.
  await owner.query(`select setval('reference_code_block', 6650048, false)`);
  assert.equal(new Set(await take(codes, BLOCK)).size, BLOCK);
  await assert.rejects(codes.next(), UNAVAILABLE);
});
