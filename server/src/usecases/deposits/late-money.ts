import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { depositAmounts, leavesSomething, termsOf } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import { findPayingAccounts } from '../../db/read/paying-accounts.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { insertLateMoney } from '../../db/write/late-money.ts';
import { newId } from '../../ids.ts';
import { plainValues } from '../plain-values.ts';
import { refused } from '../refusal.ts';

const OPTIONS = { timeoutMs: 5_000 };

/**
 * Money for a deposit that is already decided: it came late, or a second time. It becomes a deposit of its own, with the
 * old reference and the old terms, and is approved or rejected like any other. Returns its id.
 */
export async function enterLateMoney(
  pool: pg.Pool,
  {
    transactionId,
    amountCents,
    actor,
    note = null,
    ...money
  }: {
    transactionId: string;
    amountCents: Cents;
    /** The account that received it. Default: the first deposit's account. */
    bankAccountId?: string | undefined;
    actor: Person;
    note?: string | null | undefined;
  },
): Promise<string> {
  const named = await findOne(pool, transactionId);
  // If the named deposit is itself late money, use the original deposit.
  const original = named?.originalTransactionId ? await findOne(pool, named.originalTransactionId) : named;
  if (original?.type !== 'deposit' || original.bankAccountId === null) {
    throw refused('transaction_not_found', { transactionId });
  }
  const { status, stage } = original;
  const standing = { transactionId, status, stage };
  if (status !== 'approved' && status !== 'rejected') throw refused('deposit_still_open', standing);
  const { bankAccountId = original.bankAccountId } = money;
  const accounts = await findPayingAccounts(pool, [bankAccountId], OPTIONS);
  if (!accounts.has(bankAccountId)) throw refused('bank_account_not_found', { named: bankAccountId });
  const amounts = depositAmounts({
    requestedCents: amountCents,
    actualCents: null,
    terms: termsOf(original),
  });
  if (!leavesSomething(amounts)) throw refused('nothing_left', standing);
  const id = newId();
  const outcome = await insertLateMoney(
    pool,
    {
      id,
      originalId: original.id,
      amountCents,
      amounts,
      bankAccountId,
      actor,
      note,
      auditDetails: plainValues({ originalTransactionId: original.id, amountCents, bankAccountId, note }),
    },
    OPTIONS,
  );
  if (outcome === 'waiting') throw refused('late_money_waiting', standing);
  if (outcome === 'no_original') throw refused('transaction_not_found', { transactionId });
  return id;
}

async function findOne(pool: pg.Pool, id: string): Promise<DecisionRow | undefined> {
  return (await findDecisionRows(pool, [id], OPTIONS)).get(id);
}
