import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { cents } from '@vezne/domain/money';
import { systemClock } from '../../../src/clock.ts';
import { readPulse } from '../../../src/db/read/partners/configuration.ts';
import type { DepositAccountRow } from '../../../src/db/read/partners/configuration.ts';
import { toBlocks } from '../../../src/usecases/configuration/blocks.ts';
import type { ConfigurationView } from '../../../src/usecases/configuration/model.ts';
import { createAccountAssignments } from '../../../src/usecases/deposits/account-assignments.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { insertBankAccount } from '../../harness/factories.ts';

const HUNDRED = { currency: 'TRY', amountCents: cents(100n) };

async function setUp(t: TestContext, caps: readonly (bigint | null)[]) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const api = database.pool('vezne_api');
  const depositAccounts: DepositAccountRow[] = [];
  for (const cap of caps) {
    const { id } = await insertBankAccount(owner, { dailyCapCents: cap });
    depositAccounts.push({ id, currency: 'TRY', dailyCapCents: cap === null ? null : cents(cap) });
  }
  depositAccounts.sort((left, right) => (left.id < right.id ? -1 : 1));
  const newView = async (): Promise<ConfigurationView> => ({
    askedAtMs: systemClock.monotonicMs(),
    pulse: await readPulse(api),
    configuration: {
      epoch: 1n,
      termsBegunAtMs: 0,
      isPaused: { deposit: false, withdrawal: false },
      credentials: new Map(),
      unreadableApiKeys: new Set(),
      endedApiKeys: new Map(),
      unreadable: { partners: 0, credentials: 0 },
      missingKeyVersions: new Set(),
      depositAccounts,
      payoutCountries: new Set(),
      ownIbans: new Set(),
      blocks: toBlocks([]),
    },
  });
  const newProcess = (latest?: ConfigurationView) =>
    createAccountAssignments({
      pool: api,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      latestView: () => latest,
    });
  return { owner, newView, newProcess, ids: depositAccounts.map(({ id }) => id) };
}

test('deposits are spread over the accounts by the amounts assigned to each today', async (t) => {
  const { newView, newProcess, ids } = await setUp(t, [null, null, null]);
  const assignments = newProcess();
  const view = await newView();
  const given = new Map<string, number>();
  for (let deposit = 0; deposit < 9; deposit += 1) {
    const id = assignments.choose(view, HUNDRED) ?? '';
    assignments.record(id, HUNDRED.amountCents);
    given.set(id, (given.get(id) ?? 0) + 1);
  }
  assert.deepEqual(
    [...given].sort(),
    ids.map((id) => [id, 3]),
  );
});

test('an account at its cap is neither chosen nor shown to a returning player, and without another there is none', async (t) => {
  const { newView, newProcess, ids } = await setUp(t, [250n]);
  const [id = ''] = ids;
  const view = await newView();
  const assignments = newProcess(view);
  for (let deposit = 0; deposit < 2; deposit += 1) {
    assert.equal(assignments.choose(view, HUNDRED), id);
    assignments.record(id, HUNDRED.amountCents);
  }
  assert.equal(assignments.choose(view, HUNDRED), undefined);
  assert.deepEqual(assignments.withRoom(), ids, 'There is room for a smaller one.');
  assignments.record(id, cents(50n));
  assert.deepEqual(assignments.withRoom(), []);
  assert.equal(assignments.choose(view, { ...HUNDRED, currency: 'EUR' }), undefined);
});

test('the amounts that one process assigns are written, and another process counts them with its next figures', async (t) => {
  const { owner, newView, newProcess, ids } = await setUp(t, [null, null]);
  const [first = '', second = ''] = ids;
  const [here, there] = [newProcess(), newProcess()];
  here.record(first, cents(100n));
  here.record(first, cents(50n));
  there.record(first, cents(25n));
  await Promise.all([here.stop(), there.stop()]);
  const { rows } = await owner.query(
    `select bank_account_id as id, assigned_cents as cents, assigned_count as count,
            day = (now() at time zone 'Europe/Istanbul')::date as today from bank_account_day`,
  );
  assert.deepEqual(rows, [{ id: first, cents: 175n, count: 3n, today: true }]);
  assert.equal(newProcess().choose(await newView(), HUNDRED), second);
});

test('no amount is lost between writing and the next figures, and none is counted twice afterwards', async (t) => {
  const { newView, newProcess, ids } = await setUp(t, [250n]);
  const [id = ''] = ids;
  const assignments = newProcess();
  const oldFigures = await newView();
  for (const amountCents of [cents(120n), cents(80n)]) {
    assignments.record(id, amountCents);
    await assignments.stop();
  }
  assert.equal(assignments.choose(oldFigures, HUNDRED), undefined, 'Written, and not in these figures yet.');
  const newFigures = await newView();
  assert.equal(newFigures.pulse.usedToday.get(id), 200n);
  assert.equal(assignments.choose(newFigures, { ...HUNDRED, amountCents: cents(50n) }), id);
  assert.equal(assignments.choose(newFigures, { ...HUNDRED, amountCents: cents(51n) }), undefined);
});

test('an amount that is being written counts too', async (t) => {
  const { owner, newView, newProcess, ids } = await setUp(t, [250n]);
  const [id = ''] = ids;
  const assignments = newProcess();
  const view = await newView();
  const holder = await owner.connect();
  await holder.query('begin; lock table bank_account_day');
  assignments.record(id, cents(200n));
  const writing = assignments.stop();
  await sleep(20);
  const chosen = assignments.choose(view, HUNDRED);
  await holder.query('rollback');
  holder.release();
  await writing;
  assert.equal(chosen, undefined);
});

test('a started process writes on its own within a second', async (t) => {
  const { owner, newProcess, ids } = await setUp(t, [null]);
  const assignments = newProcess();
  assignments.start();
  assignments.record(ids[0] ?? '', cents(100n));
  await until(
    async () => await owner.query('select from bank_account_day'),
    ({ rowCount }) => rowCount !== 0,
    3_000,
  );
  await assignments.stop();
});

test('amounts that could not be written are kept, still count, and are written later', async (t) => {
  const { owner, newView, newProcess, ids } = await setUp(t, [250n]);
  const [id = ''] = ids;
  const assignments = newProcess();
  const view = await newView();
  assignments.choose(view, HUNDRED);
  assignments.record(id, cents(200n));
  await owner.query('revoke insert on bank_account_day from vezne_api');
  await assignments.stop();
  assert.equal(assignments.choose(view, HUNDRED), undefined);
  await owner.query('grant insert on bank_account_day to vezne_api');
  await assignments.stop();
  const { rows } = await owner.query('select assigned_cents as cents from bank_account_day');
  assert.deepEqual(rows, [{ cents: 200n }]);
});
