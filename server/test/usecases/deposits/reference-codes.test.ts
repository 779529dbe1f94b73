import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReferenceCode, referenceCodeAt } from '@vezne/domain/reference-code';
import { systemClock } from '../../../src/clock.ts';
import { createReferenceRound } from '../../../src/usecases/deposits/reference-codes.ts';
import { createReferenceCodes } from '../../../src/usecases/deposits/reference-codes.ts';
import type { ReferenceCodes } from '../../../src/usecases/deposits/reference-codes.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import type { NewTransaction } from '../../../src/db/write/transactions/transactions.ts';
import { newDeposit, openDesk } from '../../db/rows/new-transactions.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { testKeys } from '../../harness/keys.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { allowBlocks } from '../../harness/reference-counter.ts';

const BLOCK = 512;
const round = createReferenceRound(testKeys.referenceCodeKey);
/** Of those that wait for a block. More than a thousand are asked for at once. */
const MOST_WAITING = 1_000;
const UNAVAILABLE = { name: 'RefusedError', message: 'unavailable' };

async function setUp(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { log, lines } = captureLog();
  const newProcess = (): ReferenceCodes =>
    createReferenceCodes({
      pool: database.pool('vezne_api'),
      clock: systemClock,
      log,
      retry: createRetryUntilSettled({ clock: systemClock, log, boundMs: 300 }),
      round,
      maxWaiting: MOST_WAITING,
    });
  const blocksTaken = async () =>
    (await owner.query<{ taken: bigint }>('select next_block as taken from reference_code_counter')).rows[0]
      ?.taken;
  const untilTaken = async (blocks: bigint) => void (await until(blocksTaken, (taken) => taken === blocks));
  const allow = async (isAllowed: boolean) => await allowBlocks(owner, isAllowed);
  const desk = await openDesk(owner);
  return {
    owner,
    newProcess,
    blocksTaken,
    untilTaken,
    allow,
    said: () =>
      lines('reference codes are in use already; their blocks are dropped, and the deposits get others'),
    rowOf: ({ code, number }: Awaited<ReturnType<ReferenceCodes['next']>>) =>
      newDeposit(desk, { referenceCode: code, referenceNumber: number }),
  };
}

const soon = (): number => systemClock.monotonicMs() + 10_000;

async function take(codes: ReferenceCodes, count: number): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, async () => (await codes.next(soon())).code));
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
  await codes.next(soon());
  await untilTaken(2n);
  await allow(false);
  const rest = await take(codes, 2 * BLOCK - 1);
  assert.equal(new Set(rest).size, 2 * BLOCK - 1);
  await assert.rejects(codes.next(soon()), UNAVAILABLE);
  await allow(true);
  const number = 2 * BLOCK;
  assert.deepEqual(await codes.next(soon()), {
    code: referenceCodeAt(number, round),
    number: BigInt(number),
  });
});

test('a block that could not be fetched fails the deposits that wait for it, and the next one tries again', async (t) => {
  const { newProcess, allow } = await setUp(t);
  const codes = newProcess();
  await allow(false);
  await Promise.all([1, 2].map(async () => await assert.rejects(codes.next(soon()), UNAVAILABLE)));
  await allow(true);
  assert.ok(isReferenceCode((await codes.next(soon())).code));
});

test('a deposit waits no longer for a block than it may, whoever holds the counter', async (t) => {
  const { owner, newProcess } = await setUp(t);
  const codes = newProcess();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from reference_code_counter for update');
  const startMs = performance.now();
  await assert.rejects(codes.next(systemClock.monotonicMs() + 200), UNAVAILABLE);
  assert.ok(performance.now() - startMs < 900, 'The lock is waited for by a second.');
  await holder.query('rollback');
  holder.release();
  assert.ok(isReferenceCode((await codes.next(soon())).code));
});

test('no more deposits wait for a block than may, and who waits gets a code', async (t) => {
  const { owner, newProcess } = await setUp(t);
  const codes = newProcess();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from reference_code_counter for update');
  const waiting = take(codes, MOST_WAITING);
  await assert.rejects(codes.next(soon()), { name: 'RefusedError', message: 'overloaded' });
  await holder.query('rollback');
  holder.release();
  assert.equal(new Set(await waiting).size, MOST_WAITING);
  assert.ok(isReferenceCode((await codes.next(soon())).code));
});

test('when all codes are used up, a deposit is refused instead of getting a code twice', async (t) => {
  const { owner, newProcess } = await setUp(t);
  const codes = newProcess();
  // 23^7 codes in blocks of 512: the last whole block is number 6,650,048.
  await owner.query('update reference_code_counter set next_block = 6650048');
  await owner.query(`select setval('reference_code_block', 6650047)`);
  assert.equal(new Set(await take(codes, BLOCK)).size, BLOCK);
  await assert.rejects(codes.next(soon()), UNAVAILABLE);
});

test('codes that collide drop the blocks of their time once, and their rows get codes of a later block', async (t) => {
  const { newProcess, untilTaken, blocksTaken, said, rowOf } = await setUp(t);
  const codes = newProcess();
  const [first, second] = [rowOf(await codes.next(soon())), rowOf(await codes.next(soon()))];
  await untilTaken(2n);
  const withdrawal = { ...first, referenceCode: null, referenceNumber: null };
  const numbersOf = (rows: readonly NewTransaction[]) => rows.map(({ referenceNumber }) => referenceNumber);
  const collision = new Error('a code is in use');

  const renewed = await codes.renew([first, withdrawal], collision, soon());
  assert.deepEqual(numbersOf(renewed), [BigInt(2 * BLOCK), null]);
  assert.deepEqual(renewed[0], {
    ...first,
    referenceCode: referenceCodeAt(2 * BLOCK, round),
    referenceNumber: BigInt(2 * BLOCK),
  });
  await untilTaken(4n);
  const late = await codes.renew([second], collision, soon());
  assert.deepEqual(
    numbersOf(late),
    [BigInt(2 * BLOCK + 1)],
    'it came with a code of a block that was dropped before',
  );
  assert.equal(await blocksTaken(), 4n);
  assert.equal(said().length, 1);

  await codes.renew(renewed, collision, soon());
  await untilTaken(6n);
  assert.equal(said().length, 2);
});

test('rows that collided wait for new codes as long as they may, and no longer', async (t) => {
  const { owner, newProcess, untilTaken, rowOf } = await setUp(t);
  const codes = newProcess();
  const row = rowOf(await codes.next(soon()));
  await untilTaken(2n);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from reference_code_counter for update');
  const collision = new Error('a code is in use');
  await assert.rejects(codes.renew([row], collision, systemClock.monotonicMs()), UNAVAILABLE);
  // Longer than one try of this process takes.
  const renewed = codes.renew([row], collision, soon());
  await sleep(1_000);
  await holder.query('rollback');
  holder.release();
  assert.equal((await renewed).length, 1);
});
