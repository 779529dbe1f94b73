import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { TransactionState } from '@vezne/domain/transaction-state';
import { columnValues, unnestColumns } from '../../columns.ts';
import type { BatchColumn } from '../../columns.ts';
import { fingerprintSql } from '../../fingerprint.ts';
import { runRead, runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import {
  LEDGER_PARAMETERS,
  MOVEMENT_COLUMNS,
  TRANSFER_COLUMNS,
  accountsOf,
  ledgerSql,
} from '../ledger/posting-sql.ts';
import type { PlannedMovement, PlannedTransfer } from '../ledger/posting-sql.ts';
import { LOCKED_TRANSACTIONS, MOVED, NEW_STATE, STATE_HOLDS, historyAndEvents } from './step-sql.ts';
import { STEP_COLUMNS, feedsOf } from './step.ts';
import type { Step } from './step.ts';

/** A person's decision on a transaction, with everything that it changes. */
export interface Decision extends Step {
  /** The fingerprint of what the decision was made on; under the lock the row must still have it. */
  seen: string;
  /**
   * When the settings were read that it depends on, by the database's clock; null: on none. A decision that waited too long for
   * its locks is not made, since they may have changed meanwhile.
   */
  settingsReadAt: Date | null;
  actualAmountCents: Cents | null;
  bankAccountId: string | null;
  takenBy: string | null;
  authorisedBy: string | null;
  transfers: readonly PlannedTransfer[];
  movements: readonly PlannedMovement[];
  audit: { actorKind: 'staff' | 'command_line'; action: string; details: Readonly<Record<string, unknown>> };
}

export type DecisionOutcome =
  | 'made'
  | 'missing'
  /** It is no longer in the state that the decision was made for. */
  | 'conflict'
  /** It is in that state, but not what the decision was made on. */
  | 'changed'
  /** The balance does not allow it. */
  | 'no_credit'
  /** It waited too long for its locks, and has to be planned anew. */
  | 'stale';

export interface DecidedTransaction extends Partial<TransactionState> {
  outcome: DecisionOutcome;
}

const DECISION_COLUMNS: readonly BatchColumn<Decision>[] = [
  ...STEP_COLUMNS,
  ['seen', 'text', (decision) => decision.seen],
  ['settings_read_at', 'timestamptz', (decision) => decision.settingsReadAt],
  ['actual_amount_cents', 'int8', (decision) => decision.actualAmountCents],
  ['bank_account_id', 'uuid', (decision) => decision.bankAccountId],
  ['taken_by', 'text', (decision) => decision.takenBy],
  ['authorised_by', 'text', (decision) => decision.authorisedBy],
  ['audit_actor_kind', 'text', (decision) => decision.audit.actorKind],
  ['audit_action', 'text', (decision) => decision.audit.action],
  ['audit_details', 'text', (decision) => JSON.stringify(decision.audit.details)],
];

/** Asked when every lock is held: pauses, credit lines and the like hold for about this long after they were read. */
const SETTINGS_ARE_FRESH = `(settings_read_at is null or clock_timestamp() < settings_read_at + interval '1 second')`;

const LEDGER_FROM = DECISION_COLUMNS.length + 1;
const PARTNER_IDS = `$${LEDGER_FROM + LEDGER_PARAMETERS}::uuid[]`;

/** One statement for any number of decisions on different transactions, with a result for each. */
export const DECIDE_SQL = `
with asked as (
  select * from ${unnestColumns(DECISION_COLUMNS, 'asked')}
), ${LOCKED_TRANSACTIONS}, guarded as materialized (
  select a.*, t.step_count + 1 as step_no
  from asked a join locked t on t.id = a.id
  where ${STATE_HOLDS} and a.seen = ${fingerprintSql('t')}
), ${ledgerSql({ from: LEDGER_FROM, cause: 'transaction', mayPost: SETTINGS_ARE_FRESH })}, moved as (
  update transaction t set ${NEW_STATE}, actual_amount_cents = a.actual_amount_cents, bank_account_id = a.bank_account_id,
    taken_by = a.taken_by, authorised_by = a.authorised_by,
    corrected_at = case a.trigger when 'correct' then now() else t.corrected_at end
  from ready a where t.id = a.id returning ${MOVED}
), ${historyAndEvents({ partnerIds: PARTNER_IDS, after: 'account' })}, audit as (
  insert into audit_entry (actor_kind, actor, action, subject_type, subject_id, details)
  select audit_actor_kind, actor, audit_action, 'transaction', id::text, audit_details::jsonb from ready
)
select a.id, coalesce(m.status, t.status) as status, case when m.id is null then t.stage else m.stage end as stage,
  case
    when t.id is null then 'missing'
    when m.id is not null then 'made'
    when not (${STATE_HOLDS}) then 'conflict'
    when a.id not in (select id from guarded) then 'changed'
    when a.id in (select cause_id from short) then 'no_credit'
    else 'stale'
  end as outcome
from asked a left join locked t on t.id = a.id left join moved m on m.id = a.id`;

function decideQuery(decisions: readonly Decision[]): pg.QueryConfig {
  const transfers = decisions.flatMap((decision) => decision.transfers);
  const values = [
    ...columnValues(DECISION_COLUMNS, decisions),
    ...columnValues(TRANSFER_COLUMNS, transfers),
    ...columnValues(
      MOVEMENT_COLUMNS,
      decisions.flatMap((decision) => decision.movements),
    ),
    accountsOf(transfers),
    feedsOf(decisions),
  ];
  return { name: 'decide-transactions', text: DECIDE_SQL, values };
}

type DecidedRow = DecidedTransaction & { id: string };

/** The outcome of each decision, by its transaction; no two may be on the same. */
export async function decideTransactions(
  pool: pg.Pool,
  decisions: readonly Decision[],
  options: StatementOptions,
): Promise<Map<string, DecidedTransaction>> {
  if (decisions.length === 0) return new Map();
  return outcomesOf(await runWrite<DecidedRow>(pool, decideQuery(decisions), options));
}

/** The same as a part of a larger transaction, whose fate the outcome shares. */
export async function decideWithin(
  client: pg.ClientBase,
  decisions: readonly Decision[],
): Promise<Map<string, DecidedTransaction>> {
  return outcomesOf((await client.query<DecidedRow>(decideQuery(decisions))).rows);
}

function outcomesOf(rows: readonly DecidedRow[]): Map<string, DecidedTransaction> {
  return new Map(rows.map(({ id, ...decided }) => [id, decided]));
}

const AWAIT_SQL = 'select id from transaction where id = any ($1) order by id for no key update';

const MADE_SQL = `
select step.decision_id as "decisionId"
from unnest($1::uuid[], $2::uuid[]) as asked (transaction_id, decision_id)
join transaction_step step on step.transaction_id = asked.transaction_id and step.decision_id = asked.decision_id`;

/**
 * Which of these decisions were made, though nobody heard of it. A first attempt may still be under way: it holds its
 * transactions, so that whoever gets their locks after it finds its steps in the next statement.
 */
export async function findMadeDecisions(
  pool: pg.Pool,
  decisions: readonly Decision[],
  options: StatementOptions,
): Promise<Set<string>> {
  const ids = decisions.map(({ transactionId }) => transactionId);
  await runRead(pool, { text: AWAIT_SQL, values: [ids] }, options);
  const values = [ids, decisions.map(({ decisionId }) => decisionId)];
  const rows = await runRead<{ decisionId: string }>(pool, { text: MADE_SQL, values }, options);
  return new Set(rows.map(({ decisionId }) => decisionId));
}
