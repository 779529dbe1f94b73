/**
 * Replays the history of a transaction with only the rules of the domain, and compares the result with the database: every
 * state, every event, and every transfer with its accounts, amount and position.
 */
import assert from 'node:assert/strict';
import { accountKey } from '@vezne/domain/accounts';
import {
  REJECTED_DEPOSIT_AMOUNTS,
  REJECTED_WITHDRAWAL_AMOUNTS,
  creditOnRejection,
  depositAmounts,
  withdrawalAmounts,
} from '@vezne/domain/commission';
import { ZERO_CENTS, addCents, cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import {
  bankMovements,
  depositAccountCorrected,
  depositCorrected,
  transitionPosting,
  withdrawalAccountCorrected,
} from '@vezne/domain/postings';
import type { Arrival, Posting } from '@vezne/domain/postings';
import { toldBy } from '@vezne/domain/transaction-change';
import { ACCOUNT_CORRECTED, CORRECT, transition } from '@vezne/domain/transaction-state';
import type { EventType, TransactionState, Trigger } from '@vezne/domain/transaction-state';
import { firstAccountOf } from './history.ts';
import type { History, StoredEvent, StoredStep } from './history.ts';

interface Amounts {
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
}

interface Taken {
  to: TransactionState;
  event: EventType | null;
  posting: Posting | undefined;
  amounts: Amounts;
}

const NOTHING_POSTED: Omit<Posting, 'kind'> & { kind: null } = { kind: null, transfers: [] };

export function assertReplays(history: History): void {
  const told = new Map(history.events.map((event) => [event.stepNo, event]));
  assert.equal(told.size, history.events.length, `${history.id}: a step is told once`);
  const [created, ...steps] = history.steps;
  let state: TransactionState = { status: created?.status ?? 'rejected', stage: created?.stage ?? null };
  let amounts = amountsWith(history, null);
  let bankAccountId = firstAccountOf(history);
  const transfers: unknown[] = [];
  const movements: unknown[] = [];
  for (const step of steps) {
    const { stepNo } = step;
    const event = told.get(stepNo);
    const taken = take({ ...history, bankAccountId }, { state, amounts, step, event });
    const what = `${history.id}: step ${stepNo}, ${step.trigger}`;
    assert.deepEqual({ status: step.status, stage: step.stage }, taken.to, what);
    assert.equal(event?.type ?? null, taken.event, `${what}: its event`);
    if (event) assert.deepEqual(moneyOf(event), moneyTold(history, taken), `${what}: the money of its event`);
    ({ to: state, amounts } = taken);
    bankAccountId = step.said?.['toBankAccountId'] ?? bankAccountId;
    const { kind, transfers: posted, refusedTransactionId = null } = taken.posting ?? NOTHING_POSTED;
    posted.forEach(({ debit, credit, amountCents }, index) =>
      transfers.push({
        stepNo,
        kind,
        position: index + 1,
        debit: accountKey(debit),
        credit: accountKey(credit),
        amountCents,
        refusedTransactionId,
      }),
    );
    for (const movement of bankMovements(posted)) movements.push({ stepNo, ...movement });
  }
  assert.deepEqual(history.transfers, transfers, `${history.id}: its transfers are what postings says`);
  assert.deepEqual(history.movements, movements, `${history.id}: what moved at banks`);
  assert.deepEqual({ status: history.status, stage: history.stage }, state, `${history.id}: its state`);
  assert.deepEqual(moneyOf(history), amounts, `${history.id}: its amounts`);
}

function take(
  history: History,
  before: {
    state: TransactionState;
    amounts: Amounts;
    step: StoredStep;
    event: StoredEvent | undefined;
  },
): Taken {
  const { state, amounts, step, event } = before;
  if (step.trigger === CORRECT) {
    assert.equal(state.status, 'approved', `${history.id}: what is corrected was approved`);
    const after = amountsWith(history, event?.actualAmountCents ?? null);
    const { partnerId, bankAccountId, refusedTransactionId } = history;
    const owners = { partnerId, bankAccountId: bankAccountId ?? '', refusedTransactionId };
    const corrected = { ...owners, before: shares(amounts), after: shares(after) };
    const transfers = depositCorrected({ ...corrected, toBankAccountId: step.said?.['toBankAccountId'] });
    return {
      to: state,
      event: 'deposit.corrected',
      posting: {
        kind: 'deposit_corrected',
        transfers,
        refusedTransactionId: refusedTransactionId ?? undefined,
      },
      amounts: after,
    };
  }
  if (step.trigger === ACCOUNT_CORRECTED) {
    assert.equal(state.status, 'approved', `${history.id}: what is corrected was approved`);
    return { to: state, event: null, posting: accountCorrection(history, step, amounts), amounts };
  }
  const edge = transition(history.type, state, step.trigger as Trigger);
  assert.ok(edge, `${history.id}: no edge ${step.trigger} leads from ${state.stage ?? state.status}`);
  const after = amountsAfter(history, { to: edge.to, amounts, event });
  // A rejection gives back the amounts from before it.
  const posted = edge.to.status === 'rejected' ? amounts : after;
  // What came of a rejected deposit never changes afterwards.
  const moneySeenCents = history.status === 'rejected' ? history.actualAmountCents : null;
  const arrival = arrivalOf(history, { step, posted });
  const posting = transitionPosting(edge, { ...history, ...posted, moneySeenCents, arrival });
  const told = toldBy(edge, { isLateMoney: history.originalTransactionId !== null });
  return { to: edge.to, event: told, posting, amounts: after };
}

/** All that came, or all that was paid, by the amounts of that moment. */
function accountCorrection(
  { type, bankAccountId }: History,
  { said }: StoredStep,
  { playerAmountCents, netAmountCents, commissionCents }: Amounts,
): Posting {
  const toBankAccountId = said?.['toBankAccountId'] ?? '';
  const between = { fromBankAccountId: bankAccountId ?? '', toBankAccountId };
  const cameCents = addCents(netAmountCents ?? ZERO_CENTS, commissionCents);
  return type === 'deposit'
    ? {
        kind: 'deposit_account_corrected',
        transfers: depositAccountCorrected({ ...between, amountCents: cameCents }),
      }
    : {
        kind: 'withdrawal_account_corrected',
        transfers: withdrawalAccountCorrected({ ...between, amountCents: playerAmountCents }),
      };
}

/** Of a payout that came back: what the person said, and otherwise all of it at the account that paid. */
function arrivalOf(
  { bankAccountId }: History,
  { step: { trigger, said }, posted }: { step: StoredStep; posted: Amounts },
): Arrival | undefined {
  if (trigger !== 'payout_returned') return undefined;
  const arrived = said?.['arrivedAmount'];
  return {
    bankAccountId: said?.['arrivedAtAccountId'] ?? bankAccountId ?? '',
    amountCents: arrived === undefined ? posted.playerAmountCents : cents(BigInt(arrived.replace('.', ''))),
  };
}

function amountsAfter(
  history: History,
  { to, amounts, event }: { to: TransactionState; amounts: Amounts; event: StoredEvent | undefined },
): Amounts {
  if (to.status === 'rejected') {
    return history.type === 'deposit'
      ? REJECTED_DEPOSIT_AMOUNTS
      : { ...REJECTED_WITHDRAWAL_AMOUNTS, netAmountCents: null };
  }
  if (to.status !== 'approved' || history.type === 'withdrawal') return amounts;
  return amountsWith(history, event?.actualAmountCents ?? null);
}

/** The amounts by its terms, if this much came. */
function amountsWith(history: History, actualCents: Cents | null): Amounts {
  const terms = {
    basisPoints: history.basisPoints,
    fixedCents: history.fixedCents,
    mode: history.settlementMode,
  };
  const requestedCents = history.amountCents;
  if (history.type === 'withdrawal') {
    return { ...withdrawalAmounts({ requestedCents, terms }), netAmountCents: null };
  }
  return actualCents === 0n
    ? REJECTED_DEPOSIT_AMOUNTS
    : depositAmounts({ requestedCents, actualCents, terms });
}

function moneyTold(history: History, { to, amounts }: Taken): Amounts {
  const { type, amountCents: requestedCents } = history;
  return to.status === 'rejected'
    ? { ...amounts, playerAmountCents: creditOnRejection({ type, requestedCents }) }
    : amounts;
}

function moneyOf({
  commissionCents,
  netAmountCents,
  playerAmountCents,
  balanceImpactCents,
}: Amounts): Amounts {
  return { commissionCents, netAmountCents, playerAmountCents, balanceImpactCents };
}

function shares({ netAmountCents, commissionCents }: Amounts): {
  netAmountCents: Cents;
  commissionCents: Cents;
} {
  assert.ok(netAmountCents !== null);
  return { netAmountCents, commissionCents };
}
