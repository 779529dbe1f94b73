import type pg from 'pg';
import type { StepTrigger, TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What came of a press that carried this id. */
export type PressedBefore = { transactionId: string; id: string; actorId: string | null } & (
  | {
      kind: 'made';
      trigger: StepTrigger;
      status: TransactionStatus;
      stage: WithdrawalStage | null;
      /** Null: a process of an earlier version wrote it. */
      hash: Buffer | null;
    }
  | {
      kind: 'asked';
      action: string;
      reasons: string[];
      details: Record<string, unknown>;
      note: string | null;
    }
);

export interface PressedOn {
  transactionId: string;
  id: string;
}

/** One id may be used for two transactions, by mistake or on purpose: each is a press of its own. */
export function pressKey({ transactionId, id }: PressedOn): string {
  return `${transactionId} ${id}`;
}

const PRESSED = 'unnest($1::uuid[], $2::uuid[]) as pressed (transaction_id, id)';

const STEPS_SQL = `
select 'made' as kind, pressed.transaction_id as "transactionId", pressed.id, step.actor_id as "actorId", step.trigger, step.status, step.stage,
  step.press_hash as hash
from ${PRESSED}
join transaction_step step on step.transaction_id = pressed.transaction_id and step.decision_id = pressed.id`;

const REQUESTS_SQL = `
select 'asked' as kind, pressed.transaction_id as "transactionId", pressed.id, r.asked_by_id as "actorId", r.action, r.reasons, r.details, r.note
from ${PRESSED}
join second_person_request r on r.id = pressed.id and r.subject_type = 'transaction' and r.subject_id = pressed.transaction_id::text`;

/**
 * By `pressKey`. A press that did nothing, or was about another transaction, is missing. What is found is told as done, so it is confirmed;
 * where nothing is found, the press is made, and its own commit is waited for.
 */
export async function findPresses(
  pool: pg.Pool,
  presses: readonly PressedOn[],
  options: StatementOptions,
): Promise<Map<string, PressedBefore>> {
  const values = [presses.map(({ transactionId }) => transactionId), presses.map(({ id }) => id)];
  const found = await runConfirmedReads(
    pool,
    options,
    async (read) => [
      ...(await read<PressedBefore>({ name: 'pressed-requests', text: REQUESTS_SQL, values })),
      ...(await read<PressedBefore>({ name: 'pressed-steps', text: STEPS_SQL, values })),
    ],
    ({ length }) => length > 0,
  );
  return new Map(found.map((one) => [pressKey(one), one]));
}

/** Late money that a press has entered. */
export interface LateMoneyPressed {
  id: string;
  actorId: string | null;
  hash: Buffer | null;
}

const LATE_MONEY_SQL = `
select late.id, step.actor_id as "actorId", step.press_hash as hash
from transaction late join transaction_step step on step.transaction_id = late.id and step.step_no = 2
where late.original_transaction_id = $1 and step.decision_id = $2`;

export async function findLateMoneyPressed(
  pool: pg.Pool,
  { originalId, pressId }: { originalId: string; pressId: string },
  options: StatementOptions,
): Promise<LateMoneyPressed | undefined> {
  const query = { text: LATE_MONEY_SQL, values: [originalId, pressId] };
  const [found] = await runConfirmedReads(
    pool,
    options,
    async (read) => await read<LateMoneyPressed>(query),
    ({ length }) => length > 0,
  );
  return found;
}

const AWAIT_SQL = 'select id from transaction where id = $1 for no key update';

/** Waits until nothing that was begun on the transaction is still under way. */
export async function awaitDecisions(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<void> {
  await runRead(pool, { text: AWAIT_SQL, values: [transactionId] }, options);
}
