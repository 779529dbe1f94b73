/** Operators who decide through the use cases, with the rights of the console, until each transaction has come to its end. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type pg from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../../server/src/clock.ts';
import { createRetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import { fromTransactionId, toTransactionId } from '../../server/src/ids.ts';
import { createDecisions } from '../../server/src/usecases/decisions/decisions.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { approveAsAsked, confirmOnBehalf } from '../../server/src/usecases/deposits/decide.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  takeWithdrawal,
} from '../../server/src/usecases/withdrawals/decide.ts';
import { AYSE, authorise } from '../../server/test/harness/desk.ts';
import type { ClientLog, DecisionLine } from './client-log.ts';

/** A console gathers no more into one statement. */
const AT_A_TIME = 200;
const PAUSE_MS = 50;
const AFTER_A_FAILURE_MS = 500;
/** As the console's. */
const SETTLED_WITHIN_MS = 15_000;
const READ_WITHIN_MS = 5_000;
/**
 * Refused so often and for so long, it is given up, as is what was not decided when the desk closes. That a partner may not know of its payout
 * is a mark that its api takes off, within its bound after a fault.
 */
const MOST_REFUSALS = 20;
const REFUSED_FOR_MS = 30_000;

export interface Desk {
  /** From now on it is decided on, step by step. */
  decide(transactionId: string): void;
  /** Decides what waits, for a while at most, gives up the rest, and ends. */
  close(withinMs: number): Promise<void>;
}

interface Work {
  id: string;
  refusals: number;
  firstRefusedAt?: number;
  lastRefusal?: string;
  /** It was looked for and not found, which is noted once. */
  isMissed?: boolean;
  /** A press whose answer was lost is pressed again under its id. */
  press?: { trigger: StepTrigger; id: string };
}

export function openDesk(
  pool: pg.Pool,
  { log, bankAccountId, errors }: { log: ClientLog; bankAccountId: string; errors: Logger },
): Desk {
  const retry = createRetryUntilSettled({ clock: systemClock, log: errors, boundMs: SETTLED_WITHIN_MS });
  const decisions = createDecisions({ pool, log: errors, retry });
  const waiting: Work[] = [];
  /** Taken from those that wait, and not decided yet. */
  let underWay = 0;
  const closing = new AbortController();

  function noteMissing(work: Work): void {
    if (work.isMissed !== true)
      log.note({
        kind: 'decision',
        at: Date.now(),
        id: toTransactionId(work.id),
        trigger: 'look-up',
        outcome: 'refused',
        why: 'transaction_not_found',
      });
    work.isMissed = true;
  }

  function giveUp({ id, lastRefusal }: Work): void {
    log.note({
      kind: 'givenUp',
      at: Date.now(),
      act: 'decision',
      of: toTransactionId(id),
      ...(lastRefusal === undefined ? {} : { why: lastRefusal }),
    });
  }

  /** True: nothing more is to be decided on it. */
  async function decideOne(work: Work, row: DecisionRow | undefined): Promise<boolean> {
    if (row === undefined) {
      noteMissing(work);
      return false;
    }
    const step = nextStep(row, bankAccountId);
    if (step === undefined) return true;
    const { trigger, make } = step;
    if (work.press?.trigger !== trigger) work.press = { trigger, id: randomUUID() };
    const press = { ...work.press, hash: createHash('sha256').update(trigger).digest() };
    const note = (said: Pick<DecisionLine, 'outcome' | 'why'>): void =>
      log.note({ kind: 'decision', at: Date.now(), id: toTransactionId(work.id), trigger, ...said });
    try {
      const result = await decisions.submit({ ...make, press });
      delete work.press;
      if (result.outcome === 'made') note({ outcome: 'made' });
      if (result.outcome === 'asked') note({ outcome: 'asked', why: result.reasons.join(', ') });
      if (result.outcome === 'refused') {
        work.lastRefusal = result.refusal.code;
        note({ outcome: 'refused', why: work.lastRefusal });
      }
      if (result.outcome === 'made') return LAST.has(trigger);
      work.refusals += 1;
      work.firstRefusedAt ??= Date.now();
      if (work.refusals <= MOST_REFUSALS || Date.now() - work.firstRefusedAt < REFUSED_FOR_MS) return false;
      giveUp(work);
      return true;
    } catch (error) {
      note({ outcome: 'unknown', why: String(error) });
      return false;
    }
  }

  async function decideSome(): Promise<void> {
    const some = waiting.splice(0, AT_A_TIME);
    underWay = some.length;
    const left = await findDecisionRows(
      pool,
      some.map(({ id }) => id),
      { timeoutMs: READ_WITHIN_MS },
    ).then(
      async (rows) =>
        await Promise.all(
          some.map(async (work) => ((await decideOne(work, rows.get(work.id))) ? [] : [work])),
        ),
      async () => {
        await sleep(AFTER_A_FAILURE_MS);
        return [some];
      },
    );
    waiting.push(...left.flat());
    underWay = 0;
  }

  const working = (async () => {
    while (!closing.signal.aborted) {
      if (waiting.length > 0) await decideSome();
      await sleep(PAUSE_MS);
    }
  })();

  return {
    decide(transactionId) {
      const id = fromTransactionId(transactionId);
      if (id === undefined) throw new Error(`${transactionId} is no id.`);
      waiting.push({ id, refusals: 0 });
    },
    async close(withinMs) {
      const endAt = Date.now() + withinMs;
      while (waiting.length + underWay > 0 && Date.now() < endAt) await sleep(PAUSE_MS);
      closing.abort();
      await working;
      for (const work of waiting) giveUp(work);
    },
  };
}

const LAST: ReadonlySet<StepTrigger> = new Set(['approve', 'reject']);

/**
 * One in four; the others are rejected. Authorisations draw on the credit of one partner, so that they are made one after the other: after an
 * outage all that had gathered would take minutes.
 */
function isPaidOut(id: string): boolean {
  return /[048c]$/.test(id);
}

function nextStep(
  { id, type, status, stage, fingerprint, playerAmountCents }: DecisionRow,
  bankAccountId: string,
): { trigger: StepTrigger; make: Decision } | undefined {
  const input = { transactionId: id, actor: AYSE, fingerprint };
  if (type === 'deposit') {
    if (status === 'waiting_payment') return { trigger: 'confirm_on_behalf', make: confirmOnBehalf(input) };
    if (status === 'waiting_confirmation') return { trigger: 'approve', make: approveAsAsked(input) };
    return undefined;
  }
  if (status !== 'waiting_confirmation') return undefined;
  if (!isPaidOut(id))
    return { trigger: 'reject', make: rejectWithdrawal({ ...input, reasonCode: 'player_request' }) };
  if (stage === 'queued') return { trigger: 'take', make: takeWithdrawal({ ...input, bankAccountId }) };
  if (stage === 'taken')
    return { trigger: 'authorise', make: authorise({ ...input, bankBalanceCents: playerAmountCents }) };
  if (stage === 'authorised') return { trigger: 'approve', make: approveWithdrawal(input) };
  return undefined;
}
