import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setPartner } from '../../../src/usecases/partners/change.ts';
import { getPartner } from '../../../src/usecases/partners/get.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

const IBAN = turkishIban(9_000_000_001);
const PRINTED = IBAN.replace(/(.{4})(?=.)/g, '$1 ').toLowerCase();

async function setUp(t: TestContext) {
  const { context, owner, pool } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner, { settlementIban: null });
  const set = async (iban: string, holderName = 'Acme A.Ş.') =>
    await setPartner(context, { partner, settings: { settlementAccount: { iban, holderName } } });
  const stored = async () => (await getPartner(context.db, partner)).settlementAccount;
  return { context, owner, pool, partner, set, stored };
}

test("a partner's own account is stored in one form, and the audit log has both values", async (t) => {
  const { owner, pool, set, stored } = await setUp(t);
  assert.equal(await stored(), null);
  await byTwo(pool, set(PRINTED, '  Acme A.Ş. '));
  const settlementAccount = { iban: IBAN, holderName: 'Acme A.Ş.' };
  assert.deepEqual(await stored(), settlementAccount);
  assert.equal((await byOne(set(IBAN))).change, undefined, 'It is the same account.');
  const entries = (await auditRows(owner)).filter(({ action }) => action === 'partner.set');
  assert.deepEqual(
    entries.map(({ action, details: { before, after } }) => [action, { before, after }]),
    [['partner.set', { before: { settlementAccount: null }, after: { settlementAccount } }]],
  );
});

test('it can be removed, and other changes leave it', async (t) => {
  const { context, pool, partner, set, stored } = await setUp(t);
  await byTwo(pool, set(IBAN));
  await byOne(setPartner(context, { partner, settings: { requestsPerSecond: 7 } }));
  assert.equal((await stored())?.iban, IBAN);
  await byOne(setPartner(context, { partner, settings: { settlementAccount: null } }));
  assert.equal(await stored(), null);
});

test('it is a Turkish account with a holder, and none of ours, whatever its status', async (t) => {
  const { owner, set, stored } = await setUp(t);
  const foreign = 'DE89370400440532013000';
  await assert.rejects(set('TR00'), refusedFor('iban_invalid', { text: 'TR00' }));
  await assert.rejects(set(foreign), refusedFor('iban_not_turkish', { iban: foreign }));
  await assert.rejects(set(IBAN, ' '), refusedFor('text_empty', { field: 'holder_name' }));
  for (const status of ['enabled', 'disabled', 'frozen']) {
    const { iban } = await insertBankAccount(owner, { status });
    await assert.rejects(set(iban), refusedFor('settlement_iban_ours', { iban }));
  }
  assert.equal(await stored(), null);
});
