import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import { enableBankAccount } from '../../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { sweepFrozenAccount } from '../../../src/usecases/bank-accounts/sweep.ts';
import { startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated, until } from '../../harness/expectations.ts';
import { depositBody, insertBankAccount, insertPartner, newReference } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';
import { insertOpenDeposits, openDepositsOf } from './open-deposits.ts';

test('deposits that are created on an account after its freeze are moved too, and counted together', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  const create = async (count: number) =>
    await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count });
  await create(5);
  const first = await freezeBankAccount(context, frozen.id);
  const comingIn = [2, 1, 0];
  const waits: number[] = [];

  const swept = await sweepFrozenAccount(context, first, {
    waitMs: 1,
    onWait: async (waitMs) => {
      waits.push(waitMs);
      await create(comingIn.shift() ?? 0);
    },
  });

  assert.deepEqual(waits, [1, 1, 1], 'until a sweep finds nothing');
  assert.deepEqual([swept.depositsMoved, swept.depositsLeft, swept.isSettled], [8, 0, true]);
  assert.deepEqual(
    swept.movedTo.map(({ id, deposits }) => [id, deposits]),
    [[target.id, 8]],
  );
  assert.deepEqual(await openDepositsOf(owner), { [target.id]: 8 });
  assert.deepEqual(
    (await auditRows(owner)).map(({ action, details }) => [action, details['depositsMoved']]),
    [
      ['bank_account.freeze', 5],
      ['bank_account.move_deposits', 2],
      ['bank_account.move_deposits', 1],
    ],
  );
});

test('a sweep gives up, and says so, when deposits never stop coming in', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const frozen = await insertBankAccount(owner);
  await insertBankAccount(owner);
  const swept = await sweepFrozenAccount(context, await freezeBankAccount(context, frozen.id), {
    waitMs: 1,
    onWait: async () => await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 1 }),
  });
  assert.deepEqual([swept.depositsMoved, swept.isSettled], [5, false]);
});

test('deposits that came in without another account to take them are counted as left', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const frozen = await insertBankAccount(owner);
  const swept = await sweepFrozenAccount(context, await freezeBankAccount(context, frozen.id), {
    waitMs: 1,
    onWait: async () => await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 2 }),
  });
  assert.deepEqual([swept.depositsLeft, swept.account.openDeposits], [2, 2n]);
});

test('an account that somebody enables while the sweep waits keeps its deposits', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partnerId } = await insertPartner(owner);
  const frozen = await insertBankAccount(owner);
  await insertBankAccount(owner);
  const first = await freezeBankAccount(context, frozen.id);
  const onWait = async () => {
    await enableBankAccount(context, frozen.id);
    await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 1 });
  };
  await assert.rejects(
    sweepFrozenAccount(context, first, { waitMs: 1, onWait }),
    refusedFor('account_not_frozen', { status: 'enabled' }),
  );
  assert.deepEqual(await openDepositsOf(owner), { [frozen.id]: 1 });
});

test('beside an api that goes on creating, a freeze and its sweep leave nothing on the account', async (t) => {
  const { url, owner, partner, database } = await startTestApi(t);
  const frozen = await insertBankAccount(owner);
  const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  const done = new AbortController();
  let created = 0;
  const keepCreating = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const customer = { id: newReference(), username: 'ayse', fullName: 'Ayşe Işık' };
      assertCreated(await post(url, partner, '/v1/deposits', depositBody({ customer })));
      created += 1;
    }
  };
  const creating = Promise.all(Array.from({ length: 4 }, keepCreating));
  try {
    await until(
      async () => await openDepositsOf(owner),
      (shown) => shown[frozen.id] !== undefined,
      10_000,
    );
    const swept = await sweepFrozenAccount(context, await freezeBankAccount(context, frozen.id));
    assert.deepEqual([swept.isSettled, swept.depositsLeft], [true, 0]);
    assert.ok(swept.depositsMoved > 0);
  } finally {
    done.abort();
    await creating;
  }
  const shown = await openDepositsOf(owner);
  assert.equal(shown[frozen.id], undefined, 'nothing is left on the frozen account');
  assert.equal(
    Object.values(shown).reduce((sum, count) => sum + count, 0),
    created,
  );
  const { rows } = await owner.query(
    'select count(*)::int4 as moved from transaction_step where trigger = $1',
    ['account_changed'],
  );
  const { rows: marked } = await owner.query(
    'select count(*)::int4 as moved from transaction where previous_bank_account_id = $1',
    [frozen.id],
  );
  assert.deepEqual(rows, marked);
});
