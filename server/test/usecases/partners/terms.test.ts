import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import { readTermsInForce, readTermsToCome } from '../../../src/db/read/partners/partner-terms.ts';
import { setTerms } from '../../../src/usecases/partners/set-terms.ts';
import type { ChangedTerms, TermsChange } from '../../../src/usecases/partners/set-terms.ts';
import { byTwo } from '../../harness/by-two.ts';
import { until } from '../../harness/expectations.ts';
import { insertPartner } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** A partner that pays 3 % for deposits, and what becomes of its deposit terms. */
async function setUp(t: TestContext) {
  const { context, owner, pool } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner, { depositBasisPoints: 300 });
  const set = async (changes: TermsChange['changes'], from?: TermsChange['from']): Promise<ChangedTerms> =>
    await agreed(pool, setTerms(context, { partner, direction: 'deposit', changes, from }));
  const inForce = async (at?: Date) => {
    const [deposit] = await readTermsInForce(context.db, partner, at);
    return [deposit?.version, deposit?.basisPoints];
  };
  const toCome = async () =>
    (await readTermsToCome(context.db, partner)).map(({ version, basisPoints }) => [version, basisPoints]);
  return { context, owner, pool, partner, set, inForce, toCome };
}

/** Confirmed by a second person, if there was anything to confirm. */
async function agreed(pool: pg.Pool, performing: ReturnType<typeof setTerms>): Promise<ChangedTerms> {
  const performed = await performing;
  if (performed.outcome === 'done') return performed.result;
  return await byTwo(pool, Promise.resolve(performed));
}

test('terms begin at the next midnight in Turkey, by the database, unless a time is given', async (t) => {
  const { owner, set, inForce, toCome } = await setUp(t);
  const { from, isInForce, isAdded } = await set({ basisPoints: 250 });
  const { rows } = await owner.query<{ midnight: Date }>(
    `select (date_trunc('day', now() at time zone 'Europe/Istanbul') + interval '1 day') at time zone 'Europe/Istanbul' as midnight`,
  );
  assert.deepEqual([from, isInForce, isAdded], [rows[0]?.midnight, false, true]);
  assert.deepEqual([await inForce(), await toCome()], [[1, 300], [[2, 250]]]);
  const entry = (await auditRows(owner)).at(-1);
  assert.equal(entry?.details['from'], from.toISOString());
});

test('a version from the future holds from its time on, and not a moment before', async (t) => {
  const { set, inForce, toCome } = await setUp(t);
  const from = inHours(5);
  await set({ basisPoints: 250 }, from);
  assert.deepEqual(await inForce(), [1, 300]);
  assert.deepEqual(await inForce(new Date(from.getTime() - 1)), [1, 300]);
  assert.deepEqual(await inForce(from), [2, 250]);
  const soon = new Date(Date.now() + 3_000);
  await set({ basisPoints: 200 }, soon);
  assert.deepEqual(await inForce(), [1, 300]);
  await until(inForce, ([version]) => version === 3);
  assert.ok(Date.now() >= soon.getTime());
  assert.deepEqual(await toCome(), [], 'The later version replaced the plan.');
});

test('a time in the past is refused, by the clock of the database, and nothing is written', async (t) => {
  const { owner, set, inForce } = await setUp(t);
  const from = new Date(Date.now() - 1_000);
  await assert.rejects(set({ basisPoints: 250 }, from), refusedFor('terms_from_past'));
  assert.deepEqual([await inForce(), await auditRows(owner)], [[1, 300], []]);
});

test('with now they begin at once', async (t) => {
  const { set, inForce } = await setUp(t);
  const { isInForce, from } = await set({ basisPoints: 250 }, 'now');
  assert.ok(isInForce && from.getTime() <= Date.now());
  assert.deepEqual(await inForce(), [2, 250]);
});

test('values that are not given carry over from what would hold at that time', async (t) => {
  const { set } = await setUp(t);
  await set({ basisPoints: 250 }, inHours(10));
  const before = await set({ fixedCents: cents(100n) }, inHours(5));
  assert.deepEqual([before.version, before.terms.basisPoints, before.terms.fixedCents], [3, 300, 100n]);
  const later = await set({ mode: 'fee_on_top' }, inHours(7));
  assert.deepEqual([later.version, later.terms.fixedCents, later.terms.mode], [4, 100n, 'fee_on_top']);
});

test('a new version replaces the plans for its time and later, says which, and leaves earlier plans', async (t) => {
  const { owner, set, toCome } = await setUp(t);
  const [five, ten] = [inHours(5), inHours(10)];
  await set({ basisPoints: 250 }, five);
  assert.deepEqual((await set({ basisPoints: 200 }, ten)).replaced, []);
  assert.deepEqual(await toCome(), [
    [2, 250],
    [3, 200],
  ]);
  assert.deepEqual((await set({ basisPoints: 190 }, ten)).replaced, [{ version: 3, from: ten }]);
  assert.deepEqual(await toCome(), [
    [2, 250],
    [4, 190],
  ]);
  const { replaced } = await set({ basisPoints: 100 }, inHours(1));
  assert.deepEqual(
    replaced.map(({ version }) => version),
    [2, 4],
  );
  assert.deepEqual(await toCome(), [[5, 100]]);
  const last = (await auditRows(owner)).at(-1) ?? assert.fail();
  const after = last.details['after'] as Record<string, unknown>;
  assert.deepEqual(after['replacedVersions'], [2, 4]);
});

test('the terms of today, set once more, end a plan', async (t) => {
  const { set, inForce, toCome } = await setUp(t);
  await set({ basisPoints: 250 }, inHours(5));
  const { isAdded, change } = await set({ basisPoints: 300 }, 'now');
  assert.deepEqual([isAdded, change], [true, undefined]);
  assert.deepEqual([await inForce(), await toCome()], [[3, 300], []]);
});

test('terms that are in force or planned already are not written again', async (t) => {
  const { owner, set, toCome } = await setUp(t);
  assert.equal((await set({ basisPoints: 300 }, 'now')).isAdded, false);
  const planned = await set({ basisPoints: 250 });
  const again = await set({ basisPoints: 250 });
  assert.deepEqual(
    [again.isAdded, again.version, again.from, again.isInForce, again.replaced],
    [false, 2, planned.from, false, []],
  );
  assert.deepEqual([await toCome(), (await auditRows(owner)).length], [[[2, 250]], 3]);
});

test('plans of one direction leave the other alone', async (t) => {
  const { context, pool, partner, set, toCome } = await setUp(t);
  const from = inHours(5);
  await byTwo(
    pool,
    setTerms(context, { partner, direction: 'withdrawal', changes: { basisPoints: 50 }, from }),
  );
  assert.deepEqual((await set({ basisPoints: 250 }, 'now')).replaced, []);
  assert.deepEqual(await toCome(), [[2, 50]]);
});
