import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { depositAmounts, leavesSomething, termsOf } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { ringQueue } from '../../db/queue-channel.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findPayingAccounts } from '../../db/read/payouts/paying-accounts.ts';
import { findLateMoneyPressed } from '../../db/read/desk/presses.ts';
import { findNamedDeposit, findOpenOfReference } from '../../db/read/desk/refused-money.ts';
import { insertLateMoney } from '../../db/write/desk/late-money.ts';
import { newId } from '../../ids.ts';
import type { Press } from '../decisions/decision.ts';
import { refuseUnlessMay } from '../may.ts';
import { plainValues } from '../plain-values.ts';
import { refused } from '../refusal.ts';
import type { Standing } from '../refusals/decisions.ts';

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
    press,
    ...money
  }: {
    transactionId: string;
    amountCents: Cents;
    /** The account that received it. Default: the first deposit's account, or where the refused money is. */
    bankAccountId?: string | undefined;
    /** The rejected deposit whose money it is: nothing came anew. */
    refusedTransactionId?: string | undefined;
    /** It came besides the money of this reference that was refused and is still open. */
    isNewMoney?: boolean | undefined;
    actor: Person;
    note?: string | null | undefined;
    /** One press of a key: the same again, as after a lost answer, enters nothing and returns the same id. */
    press?: Press | undefined;
  },
): Promise<string> {
  refuseUnlessMay(actor, 'deposit.enter_late_money');
  const named = await findOne(pool, transactionId);
  // If the named deposit is itself late money, use the original deposit.
  const original = named?.originalTransactionId ? await findOne(pool, named.originalTransactionId) : named;
  if (original?.type !== 'deposit' || original.bankAccountId === null) {
    throw refused('transaction_not_found', { transactionId });
  }
  const { status, stage } = original;
  const standing = { transactionId, status, stage };
  const pressed = { originalId: original.id, press, actor };
  const enteredBefore = await findRepeat(pool, pressed, standing);
  if (enteredBefore !== undefined) return enteredBefore;
  if (status !== 'approved' && status !== 'rejected') throw refused('deposit_still_open', standing);
  const refusedAccountId = await refusedAccount(pool, { original, amountCents, ...money });
  const { bankAccountId = refusedAccountId ?? original.bankAccountId } = money;
  if (refusedAccountId !== undefined && bankAccountId !== refusedAccountId) {
    throw refused('refused_money_elsewhere', standing);
  }
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
      refusedTransactionId: money.refusedTransactionId ?? null,
      actor,
      note,
      auditDetails: plainValues({
        originalTransactionId: original.id,
        amountCents,
        bankAccountId,
        refusedTransactionId: money.refusedTransactionId,
        note,
      }),
      press: press ?? null,
    },
    OPTIONS,
  );
  if (outcome === 'waiting') {
    // The first press may have been under way, and it is what the second one stumbled over.
    const same = await findRepeat(pool, pressed, standing);
    if (same !== undefined) return same;
    throw refused('late_money_waiting', standing);
  }
  if (outcome === 'no_original') throw refused('transaction_not_found', { transactionId });
  ringQueue(pool, [id]);
  return id;
}

interface LatePress {
  originalId: string;
  press: Press | undefined;
  actor: Person;
}

/** What this press has entered before. A press stands for what it said: the same id from somebody else, or with other words, is refused. */
async function findRepeat(
  pool: pg.Pool,
  { originalId, press, actor }: LatePress,
  standing: Standing,
): Promise<string | undefined> {
  if (press === undefined) return undefined;
  const before = await findLateMoneyPressed(pool, { originalId, pressId: press.id }, OPTIONS);
  if (before === undefined) return undefined;
  const isSame = before.actorId === actor.id && before.hash?.equals(press.hash) === true;
  if (!isSame) throw refused('pressed_otherwise', standing);
  return before.id;
}

/** Where refused money is that late money names. Silence about money that is still open could enter it twice. */
async function refusedAccount(
  pool: pg.Pool,
  {
    original,
    amountCents,
    refusedTransactionId,
    isNewMoney = false,
  }: {
    original: DecisionRow;
    amountCents: Cents;
    refusedTransactionId?: string | undefined;
    isNewMoney?: boolean | undefined;
  },
): Promise<string | undefined> {
  const { id: transactionId, status, stage } = original;
  if (refusedTransactionId === undefined) {
    const open = isNewMoney ? undefined : await findOpenOfReference(pool, original.id, OPTIONS);
    if (open === undefined) return undefined;
    const { openCents, transactionId: refusedId } = open;
    throw refused('refused_money_unsaid', {
      transactionId,
      status,
      stage,
      openCents,
      refusedTransactionId: refusedId,
    });
  }
  const named = await findNamedDeposit(pool, refusedTransactionId, OPTIONS);
  if (named === undefined || named.bankAccountId === null) {
    throw refused('refused_money_not_found', { transactionId: refusedTransactionId });
  }
  const { openCents, bankAccountId } = named;
  if (amountCents > openCents) {
    throw refused('refused_money_exceeded', {
      transactionId,
      status,
      stage,
      openCents,
      refusedTransactionId,
    });
  }
  return bankAccountId;
}

async function findOne(pool: pg.Pool, id: string): Promise<DecisionRow | undefined> {
  return (await findDecisionRows(pool, [id], OPTIONS)).get(id);
}
