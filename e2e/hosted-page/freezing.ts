import assert from 'node:assert/strict';
import { lookAtFrozenAccounts } from '../../server/src/jobs/frozen-accounts/look.ts';
import { enableBankAccount } from '../../server/src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../server/src/usecases/bank-accounts/freeze.ts';
import { byTwo } from '../../server/test/harness/by-two.ts';
import { insertBankAccount } from '../../server/test/harness/factories.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { adminOf, ibanOf } from './accounts.ts';
import type { Payments } from './payments.ts';

/** Freezes an account as operators do, and returns how many deposits are still on it. */
export async function freeze(payments: Payments, iban: string): Promise<number> {
  return (await freezeBankAccount(adminOf(payments), iban)).depositsLeft;
}

/** Freezes the account that a deposit shows, while there is another one. Returns the IBANs before and after. */
export async function freezeAndMove(
  payments: Payments,
  path: string,
): Promise<{ before: string; after: string }> {
  const before = await ibanOf(payments, path);
  const { iban: after } = await insertBankAccount(payments.owner);
  assert.equal(await freeze(payments, before), 0);
  assert.equal(await ibanOf(payments, path), after);
  return { before, after };
}

/** Enables another account as two administrators do, and returns its IBAN. A worker's look moves the deposits that wait for one. */
export async function enableAnotherAccount(payments: Payments): Promise<string> {
  const { iban } = await insertBankAccount(payments.owner, { status: 'disabled' });
  await byTwo(payments.database.pool('vezne_admin'), enableBankAccount(adminOf(payments), iban));
  await lookAtFrozenAccounts({ pool: payments.database.pool('vezne_worker'), log: silentLog });
  return iban;
}
