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
import type { Cents } from '@vezne/domain/money';
import { bankMovements, depositCorrected, transitionPosting } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { CORRECT, transition } from '@vezne/domain/transaction-state';
import type { EventType, TransactionState, Trigger } from '@vezne/domain/transaction-state';
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

export function assertReplays(history: History): void {
  const told = new Map(history.events.map((event) => [event.stepNo, event]));
  assert.equal(told.size, history.events.length, `${history.id}: a step is told once`);
  const [created, ...steps] = history.steps;
  let state: TransactionState = { status: created?.status ?? 'rejected', stage: created?.stage ?? null };
  let amounts = amountsWith(history, null);
  const transfers: unknown[] = [];
  const movements: unknown[] = [];
  for (const step of steps) {
    const { stepNo } = step;
    const event = told.get(stepNo);
    const taken = take(history, { state, amounts, step, event });
    const what = `${history.id}: step ${stepNo}, ${step.trigger}`;
    assert.deepEqual({ status: step.status, stage: step.stage }, taken.to, what);
    assert.equal(event?.type ?? null, taken.event, `${what}: its event`);
    if (event) assert.deepEqual(moneyOf(event), moneyTold(history, taken), `${what}: the money of its event`);
    ({ to: state, amounts } = taken);
    const { kind, transfers: posted } = taken.posting ?? { kind: null, transfers: [] };
    posted.forEach(({ debit, credit, amountCents }, index) =>
      transfers.push({
        stepNo,
        kind,
        position: index + 1,
        debit: accountKey(debit),
        credit: accountKey(credit),
        amountCents,
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
    const owners = { partnerId: history.partnerId, bankAccountId: history.bankAccountId ?? '' };
    const transfers = depositCorrected({ ...owners, before: shares(amounts), after: shares(after) });
    return {
      to: state,
      event: 'deposit.corrected',
      posting: { kind: 'deposit_corrected', transfers },
      amounts: after,
    };
  }
  const edge = transition(history.type, state, step.trigger as Trigger);
  assert.ok(edge, `${history.id}: no edge ${step.trigger} leads from ${state.stage ?? state.status}`);
  const after = amountsAfter(history, { to: edge.to, amounts, event });
  // A rejection gives back the amounts from before it.
  const posted = edge.to.status === 'rejected' ? amounts : after;
  const posting = transitionPosting(edge, { ...history, ...posted });
  return { to: edge.to, event: edge.event, posting, amounts: after };
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
