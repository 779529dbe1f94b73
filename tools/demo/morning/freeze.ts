import { freezeBankAccount } from '../../../server/src/usecases/bank-accounts/freeze.ts';
import type { MorningDesk } from './desk.ts';
import { see } from './operator-acts.ts';

/**
 * A bank freezes the account that the first of these players was shown. What is open there shows another account from now on, so a player
 * may have paid to either. Returns the account's id.
 */
export async function freezeAccountOf(desk: MorningDesk, ids: readonly string[]): Promise<string> {
  const [first] = ids;
  if (first === undefined) throw new Error('The demo has no deposits to move.');
  const { bankAccountId } = (await see(desk, [first]))(first);
  if (bankAccountId === null) throw new Error('A deposit has an account.');
  await freezeBankAccount({ db: desk.db, actor: desk.people.operator }, bankAccountId);
  return bankAccountId;
}
