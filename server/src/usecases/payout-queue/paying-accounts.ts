import type pg from 'pg';
import { subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findPayingAccounts } from '../../db/read/payouts/paying-accounts.ts';
import type { PayingAccount } from '../../db/read/payouts/paying-accounts.ts';
import { listEnabledAccounts } from '../../db/read/payouts/payout-evidence.ts';
import { coverOf } from '../bank-accounts/cover.ts';
import { refused } from '../refusal.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What an account holds, and what this payout leaves of it. */
export interface Cover extends Pick<PayingAccount, 'balanceCents' | 'authorisedCents' | 'toleranceCents'> {
  id: string;
  /** Below zero: so much is missing in the books. */
  afterCents: Cents;
  problem: 'payouts_paused' | 'shortfall_above_tolerance' | null;
}

/** By the rules of an authorisation. What is authorised already is among what is promised. */
export function coverBy(account: PayingAccount, row: DecisionRow): Cover {
  const { id, balanceCents, authorisedCents, toleranceCents } = account;
  const isPromised = row.stage === 'authorised' && row.bankAccountId === id;
  const freeCents = subtractCents(balanceCents, authorisedCents);
  const amountCents = row.playerAmountCents;
  const isTooShort =
    !isPromised &&
    coverOf(account, { amountCents, bankBalanceCents: undefined }).problem === 'shortfall_above_tolerance';
  return {
    id,
    balanceCents,
    authorisedCents,
    toleranceCents,
    afterCents: isPromised ? freeCents : subtractCents(freeCents, amountCents),
    problem: account.payoutsPaused ? 'payouts_paused' : isTooShort ? 'shortfall_above_tolerance' : null,
  };
}

/** The accounts in use, each with what it could pay. */
export async function listPayingAccounts(
  pool: pg.Pool,
  transactionId: string,
): Promise<(Cover & { bankName: string; ibanLastFour: string })[]> {
  const row = (await findDecisionRows(pool, [transactionId], OPTIONS)).get(transactionId);
  if (row?.type !== 'withdrawal') throw refused('transaction_not_found', { transactionId });
  const enabled = await listEnabledAccounts(pool, OPTIONS);
  const accounts = await findPayingAccounts(
    pool,
    enabled.map(({ id }) => id),
    OPTIONS,
  );
  return enabled.flatMap((named) => {
    const account = accounts.get(named.id);
    return account === undefined ? [] : [{ ...named, ...coverBy(account, row) }];
  });
}
