import type pg from 'pg';
import { depositAmounts, leavesSomething } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows, findPayingAccounts } from '../../db/read/decision-rows.ts';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { insertLateMoney } from '../../db/write/late-money.ts';
import { newId } from '../../ids.ts';
import type { Actor } from '../decisions/request.ts';
import { plainValues } from '../plain-values.ts';
import { termsOf } from './terms.ts';

export type EnteredLateMoney =
  | { outcome: 'entered'; transactionId: string }
  | {
      outcome: 'refused';
      reason:
        | 'not_found'
        /** The first deposit is still open: approve that one with what came. */
        | 'still_open'
        /** Late money for it waits already, which may be this. */
        | 'already_waiting'
        | 'unknown_bank_account'
        | 'nothing_left';
    };

const OPTIONS = { timeoutMs: 5_000 };

/**
 * Money for a deposit that was decided before: it came late, or once more. It is entered as a deposit of its own, under the
 * old reference and the old terms, and is approved or rejected like any other.
 */
export async function enterLateMoney(
  pool: pg.Pool,
  wish: {
    transactionId: string;
    amountCents: Cents;
    /** Where it came in; the account of the first deposit unless given. */
    bankAccountId?: string | undefined;
    actor: Actor;
    note?: string | null | undefined;
  },
): Promise<EnteredLateMoney> {
  const named = await findOne(pool, wish.transactionId);
  // Whoever names late money means the deposit that it was late for.
  const original = named?.originalTransactionId ? await findOne(pool, named.originalTransactionId) : named;
  if (original?.type !== 'deposit' || original.bankAccountId === null) return refused('not_found');
  if (original.status !== 'approved' && original.status !== 'rejected') return refused('still_open');
  const { amountCents, actor, note = null, bankAccountId = original.bankAccountId } = wish;
  const accounts = await findPayingAccounts(pool, [bankAccountId], OPTIONS);
  if (!accounts.has(bankAccountId)) return refused('unknown_bank_account');
  const amounts = depositAmounts({
    requestedCents: amountCents,
    actualCents: null,
    terms: termsOf(original),
  });
  if (!leavesSomething(amounts)) return refused('nothing_left');
  const id = newId();
  const outcome = await insertLateMoney(
    pool,
    {
      id,
      originalId: original.id,
      amountCents,
      amounts,
      bankAccountId,
      actorKind: actor.kind,
      actor: actor.name,
      note,
      auditDetails: plainValues({ originalTransactionId: original.id, amountCents, bankAccountId, note }),
    },
    OPTIONS,
  );
  if (outcome === 'entered') return { outcome, transactionId: id };
  return refused(outcome === 'waiting' ? 'already_waiting' : 'not_found');
}

async function findOne(pool: pg.Pool, id: string): Promise<DecisionRow | undefined> {
  return (await findDecisionRows(pool, [id], OPTIONS)).get(id);
}

function refused(reason: Extract<EnteredLateMoney, { outcome: 'refused' }>['reason']): EnteredLateMoney {
  return { outcome: 'refused', reason };
}
