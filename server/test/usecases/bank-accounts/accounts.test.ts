import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { readConfiguration } from '../../../src/db/read/partners/configuration.ts';
import { addBankAccount } from '../../../src/usecases/bank-accounts/add.ts';
import {
  disableBankAccount,
  enableBankAccount,
  pauseBankAccount,
  resumeBankAccount,
  setBankAccount,
} from '../../../src/usecases/bank-accounts/change.ts';
import { getBankAccount } from '../../../src/usecases/bank-accounts/get.ts';
import { pausePlatform } from '../../../src/usecases/settings/change.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

const ADDITION = {
  bankName: 'Ziraat Bankası',
  holderName: 'Vezne A.Ş.',
  iban: 'TR33 0006 1005 1978 6457 8413 26',
  dailyCapCents: cents(10_000_000n),
};

test('an added account is disabled until somebody enables it', async (t) => {
  const { context, database, owner, pool } = await createAdministration(t);
  const added = await byTwo(pool, addBankAccount(context, ADDITION));
  assert.deepEqual(
    [added.status, added.iban, added.currency],
    ['disabled', 'TR330006100519786457841326', 'TRY'],
  );
  const shownAccounts = async () => (await readConfiguration(database.pool('vezne_api'))).depositAccounts;
  assert.deepEqual(await shownAccounts(), []);
  await byTwo(pool, enableBankAccount(context, 'tr33 0006 1005 1978 6457 8413 26'));
  assert.deepEqual(await shownAccounts(), [{ id: added.id, currency: 'TRY', dailyCapCents: 10_000_000n }]);
  assert.deepEqual(
    (await auditRows(owner))
      .filter(({ action }) => action.startsWith('bank_account.'))
      .map(({ action, details: { askedBy, before, after } }) => [action, { askedBy, before, after }]),
    [
      [
        'bank_account.add',
        {
          askedBy: 'ayse',
          before: {},
          after: {
            bankName: 'Ziraat Bankası',
            holderName: 'Vezne A.Ş.',
            iban: 'TR330006100519786457841326',
            dailyCap: '100000.00',
            status: 'disabled',
          },
        },
      ],
      [
        'bank_account.enable',
        { askedBy: 'ayse', before: { status: 'disabled' }, after: { status: 'enabled' } },
      ],
    ],
  );
});

test('an IBAN that is wrong, foreign or known already is refused', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  await byTwo(pool, addBankAccount(context, ADDITION));
  const before = (await auditRows(owner)).length;
  const add = (iban: string) => addBankAccount(context, { ...ADDITION, iban });
  const wrong = 'TR33 0006 1005 1978 6457 8413 27';
  await assert.rejects(add(wrong), refusedFor('iban_invalid', { text: wrong }));
  await assert.rejects(
    add('DE89 3704 0044 0532 0130 00'),
    refusedFor('iban_not_turkish', { iban: 'DE89370400440532013000' }),
  );
  await assert.rejects(
    add('tr330006100519786457841326'),
    refusedFor('iban_taken', { iban: 'TR330006100519786457841326' }),
  );
  assert.equal((await auditRows(owner)).length, before);
});

test('names of the bank and of the holder are checked like all names', async (t) => {
  const { context } = await createAdministration(t);
  await assert.rejects(
    addBankAccount(context, { ...ADDITION, bankName: 'x'.repeat(65) }),
    refusedFor('text_too_long', { field: 'bank_name', length: 65, maxLength: 64 }),
  );
  await assert.rejects(
    addBankAccount(context, { ...ADDITION, holderName: 'Vezne\u0000' }),
    refusedFor('text_unusable', { field: 'holder_name', problem: 'control_character' }),
  );
});

test('a frozen account can be enabled again', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id } = await insertBankAccount(owner, { status: 'frozen' });
  await byTwo(pool, enableBankAccount(context, id));
  assert.equal((await getBankAccount(context.db, id)).status, 'enabled');
});

test('the last enabled account is not disabled while players may still deposit', async (t) => {
  const { context, owner } = await createAdministration(t);
  const [one, two] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await insertBankAccount(owner, { status: 'frozen' });
  await disableBankAccount(context, one.id);
  await assert.rejects(disableBankAccount(context, two.id), refusedFor('last_enabled_account'));
  assert.equal((await getBankAccount(context.db, two.id)).status, 'enabled');
  await pausePlatform(context, { deposits: true, withdrawals: false });
  await disableBankAccount(context, two.id);
  assert.equal((await getBankAccount(context.db, two.id)).status, 'disabled');
});

test('of the last two accounts, disabled at the same moment, one stays', async (t) => {
  const { context, owner } = await createAdministration(t);
  const accounts = [await insertBankAccount(owner), await insertBankAccount(owner)];
  const results = await Promise.allSettled(
    accounts.map(async ({ id }) => await disableBankAccount(context, id)),
  );
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('deposits and payouts of an account are paused apart', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: account } = await insertBankAccount(owner);
  const pauses = async () => {
    const { depositsPaused, payoutsPaused } = await getBankAccount(context.db, account);
    return [depositsPaused, payoutsPaused];
  };
  await pauseBankAccount(context, { account, deposits: false, payouts: true });
  assert.deepEqual(await pauses(), [false, true]);
  await pauseBankAccount(context, { account, deposits: true, payouts: true });
  assert.deepEqual(await pauses(), [true, true]);
  await resumeBankAccount(context, { account, deposits: false, payouts: true });
  assert.deepEqual(await pauses(), [true, false]);
});

test('a daily cap is set by one and taken away by two', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id: account } = await insertBankAccount(owner);
  await byOne(setBankAccount(context, { account, dailyCapCents: cents(500n) }));
  assert.equal((await getBankAccount(context.db, account)).dailyCapCents, 500n);
  await byTwo(pool, setBankAccount(context, { account, dailyCapCents: null }));
  assert.equal((await getBankAccount(context.db, account)).dailyCapCents, null);
  assert.deepEqual(
    (await auditRows(owner))
      .filter(({ action }) => action === 'bank_account.set')
      .map(({ details: { before, after } }) => ({ before, after })),
    [
      { before: { dailyCap: null }, after: { dailyCap: '5.00' } },
      { before: { dailyCap: '5.00' }, after: { dailyCap: null } },
    ],
  );
});
