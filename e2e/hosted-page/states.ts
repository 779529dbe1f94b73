import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import { fromTransactionId } from '../../server/src/ids.ts';
import { rejectTransaction } from '../../server/src/usecases/decisions/reject.ts';
import type { DecisionRequest } from '../../server/src/usecases/decisions/request.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/approve.ts';
import { AYSE, type Desk } from '../../server/test/harness/desk.ts';
import { press } from '../../server/test/http/pay/pages.ts';
import { transactionIdOf, uuidOf } from './payments.ts';
import type { Payments } from './payments.ts';

/** Everything that a player can be shown; the question is asked in a dialog, and without script on a page. */
export const STATES = [
  'pay',
  'moved',
  'dialog',
  'question',
  'checking',
  'details',
  'approved',
  'rejected',
  'expired',
] as const;
export type State = (typeof STATES)[number];

/** Brings a deposit into a state, on the ways that lead there, and gives the path of its page. */
export async function pathOf(state: State, payments: Payments): Promise<string> {
  const path = await payments.create();
  switch (state) {
    case 'pay':
    case 'dialog':
      break;
    case 'question':
      return `${path}/sent`;
    case 'moved':
      await moveAccount(payments, path);
      break;
    case 'expired':
      await payments.owner.query(
        `update transaction set expires_at = now() - interval '1 second' where id = $1`,
        [uuidOf(path)],
      );
      break;
    case 'details':
      await press(payments, path);
      return `${path}/details`;
    case 'checking':
    case 'approved':
    case 'rejected':
      await press(payments, path);
      if (state === 'approved') await approve(payments.desk, transactionIdOf(path), 95_000n);
      if (state === 'rejected')
        await decide(payments.desk, transactionIdOf(path), (base) =>
          rejectTransaction('deposit', { ...base, actor: AYSE, reasonCode: 'no_money_seen' }),
        );
  }
  return path;
}

/** The money was seen at the bank. */
export async function approve(desk: Desk, transactionId: string, actualCents: bigint): Promise<void> {
  await decide(desk, transactionId, (base) =>
    approveDeposit({ ...base, actor: AYSE, actualCents: cents(actualCents) }),
  );
}

async function decide(
  desk: Desk,
  id: string,
  make: (base: { transactionId: string; seen: string }) => DecisionRequest,
): Promise<void> {
  const transactionId = fromTransactionId(id) ?? assert.fail(id);
  const result = await desk.decide((seen) => make({ transactionId, seen }), transactionId);
  assert.equal(result.outcome, 'made', JSON.stringify(result));
}

/** As after a bank froze the account that the page has shown so far. */
export async function moveAccount({ owner }: Payments, path: string): Promise<void> {
  await owner.query(
    `insert into bank_account (id, bank_name, holder_name, iban, status)
     values (gen_random_uuid(), 'Garanti BBVA', 'Vezne Demo Ödeme A.Ş.', 'TR680006200009999901234567', 'frozen')
     on conflict (iban) do nothing`,
  );
  await owner.query(
    `update transaction set previous_bank_account_id =
       (select id from bank_account where iban = 'TR680006200009999901234567') where id = $1`,
    [uuidOf(path)],
  );
}
