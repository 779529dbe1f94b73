import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { Person, StoredPerson } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Hold } from '@vezne/domain/hold';
import type { Cents } from '@vezne/domain/money';
import type { PayoutPart } from '@vezne/domain/payout-parts';
import type { AloneAmount } from '@vezne/domain/transaction-change';
import type { TransactionState } from '@vezne/domain/transaction-state';
import { columnValues, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';
import { fingerprintSql } from '../../fingerprint.ts';
import { runRead, runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { ALONE_COLUMNS, aloneSql } from '../requests/decided-alone.ts';
import { overtakenEntriesSql } from '../requests/overtaken-requests.ts';
import {
  LEDGER_PARAMETERS,
  MOVEMENT_COLUMNS,
  TRANSFER_COLUMNS,
  accountsOf,
  ledgerSql,
} from '../ledger/posting.ts';
import type { PlannedMovement, PlannedTransfer } from '../ledger/posting.ts';
import {
  LOCKED_TRANSACTIONS,
  MOVED,
  NEW_STATE,
  STATE_HOLDS,
  STEP_COLUMNS,
  feedsOf,
  historyAndEvents,
} from './step.ts';
import type { Step } from './step.ts';

/**
 * Transactions by id, ledger accounts by id, feeds by partner, and last the day's sums by subject: every statement takes its
 * locks in this order.
 */

/** A person's decision on a transaction, with everything it changes. */
export interface DecisionWrite extends Step {
  /** The fingerprint of the row that the decision is based on. Under the lock the row must still have it. */
  fingerprint: string;
  /**
   * When the settings for this decision were read, by the database's clock; null if it depends on none. A decision that
   * waited too long for its locks is not made, because the settings may have changed since.
   */
  settingsReadAt: Date | null;
  actualAmountCents: Cents | null;
  bankAccountId: string | null;
  takenBy: StoredPerson | null;
  authorisedBy: StoredPerson | null;
  /** A transfer that is a part of the payout; the database adds it to the sum. */
  part: PayoutPart | null;
  /** The deposit is held from now on. null: it isn't, or no longer. */
  hold: Hold | null;
  /** What one hand moves, for the day's sums. */
  alone: readonly AloneAmount[];
  transfers: readonly PlannedTransfer[];
  movements: readonly PlannedMovement[];
  actor: Person;
  audit: { action: AuditAction; details: Readonly<Record<string, unknown>> };
}

/** The outcome of writing a decision. All except `made` mean that nothing of it was written. */
export type WriteOutcome =
  | 'made'
  | 'transaction_not_found'
  /** It is no longer in the state that the decision expects. */
  | 'state_conflict'
  /** It is in that state, but other values have changed. */
  | 'transaction_changed'
  /** The balance does not allow it. */
  | 'credit_line_exceeded'
  /** It waited too long for its locks, and must be prepared again. */
  | 'stale';

export interface WrittenDecision extends Partial<TransactionState> {
  outcome: WriteOutcome;
}

const DECISION_COLUMNS: readonly BatchColumn<DecisionWrite>[] = [
  ...STEP_COLUMNS,
  ['fingerprint', 'text', (decision) => decision.fingerprint],
  ['settings_read_at', 'timestamptz', (decision) => decision.settingsReadAt],
  ['actual_amount_cents', 'int8', (decision) => decision.actualAmountCents],
  ['bank_account_id', 'uuid', (decision) => decision.bankAccountId],
  ['taken_by_id', 'text', (decision) => decision.takenBy?.id],
  ['taken_by', 'text', (decision) => decision.takenBy?.name],
  ['authorised_by_id', 'text', (decision) => decision.authorisedBy?.id],
  ['authorised_by', 'text', (decision) => decision.authorisedBy?.name],
  ['part_number', 'int4', (decision) => decision.part?.number],
  ['part_amount_cents', 'int8', (decision) => decision.part?.amountCents],
  ['part_bank_reference', 'text', (decision) => decision.part?.bankReference],
  ['held_until', 'timestamptz', (decision) => decision.hold?.until],
  ['hold_reason', 'text', (decision) => decision.hold?.reason],
  ['audit_action', 'text', (decision) => decision.audit.action],
  [
    'audit_details',
    'text',
    ({ audit, actor }) => JSON.stringify({ ...audit.details, ...sessionDetails(actor) }),
  ],
  ['session', 'text', ({ actor }) => JSON.stringify(sessionDetails(actor))],
];

/**
 * Checked when every lock is held. Pauses, credit lines and other settings stay valid for about this long after they were
 * read.
 */
const SETTINGS_ARE_FRESH = `(settings_read_at is null or clock_timestamp() < settings_read_at + interval '1 second')`;

/** A request was made about a payout in a state and in somebody's hands. A hold, or a part that was sent, takes neither away. */
const MOVED_ON = `
    select m.id, m.actor_kind, m.actor_id, m.actor, a.session
    from moved m join asked a on a.id = m.id join locked t on t.id = m.id
    where (m.status, m.stage, m.taken_by) is distinct from (t.status, t.stage, t.taken_by)`;

const LEDGER_FROM = DECISION_COLUMNS.length + 1;
const PARTNER_IDS = `$${LEDGER_FROM + LEDGER_PARAMETERS}::uuid[]`;
const ALONE_FROM = LEDGER_FROM + LEDGER_PARAMETERS + 1;

/** One statement for any number of decisions on different transactions, with a result for each. */
export const DECIDE_SQL = `
with asked as (
  select * from ${unnestColumns(DECISION_COLUMNS, 'asked')}
), ${LOCKED_TRANSACTIONS}, guarded as materialized (
  select a.*, t.step_count + 1 as step_no
  from asked a join locked t on t.id = a.id
  where ${STATE_HOLDS} and a.fingerprint = ${fingerprintSql('t', { isLocked: true })}
), ${ledgerSql({ from: LEDGER_FROM, cause: 'transaction', mayPost: SETTINGS_ARE_FRESH })}, moved as (
  update transaction t set ${NEW_STATE}, actual_amount_cents = a.actual_amount_cents, bank_account_id = a.bank_account_id,
    taken_by_id = a.taken_by_id, taken_by = a.taken_by, authorised_by_id = a.authorised_by_id, authorised_by = a.authorised_by,
    corrected_at = case a.trigger when 'correct' then now() else t.corrected_at end,
    held_until = a.held_until, hold_reason = a.hold_reason
  from ready a where t.id = a.id returning ${MOVED}
), ${historyAndEvents({ partnerIds: PARTNER_IDS, after: 'account' })}, audit as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select actor_kind, actor_id, actor, audit_action, 'transaction', id::text, audit_details::jsonb from ready
  union all ${overtakenEntriesSql(MOVED_ON)}
), part as (
  insert into payout_transfer (transaction_id, number, amount_cents, bank_reference, sent_by, sent_by_id)
  select id, part_number, part_amount_cents, part_bank_reference, actor, actor_id from ready where part_number is not null
), ${aloneSql({ from: ALONE_FROM, made: 'moved', after: 'told' })}
select a.id, coalesce(m.status, t.status) as status, case when m.id is null then t.stage else m.stage end as stage,
  case
    when t.id is null then 'transaction_not_found'
    when m.id is not null then 'made'
    when not (${STATE_HOLDS}) then 'state_conflict'
    when a.id not in (select id from guarded) then 'transaction_changed'
    when a.id in (select cause_id from short) then 'credit_line_exceeded'
    else 'stale'
  end as outcome
from asked a left join locked t on t.id = a.id left join moved m on m.id = a.id`;

function decideQuery(decisions: readonly DecisionWrite[]): pg.QueryConfig {
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
    ...columnValues(
      ALONE_COLUMNS,
      decisions.flatMap(({ transactionId, alone }) =>
        alone.map((one) => ({ ...one, causeId: transactionId })),
      ),
    ),
  ];
  return { name: 'decide-transactions', text: DECIDE_SQL, values };
}

type WrittenRow = WrittenDecision & { id: string };

/**
 * The outcome of each decision, in order. Each must be on a different transaction. An attempt whose answer was lost may
 * have made some of them. From the second attempt on, these are found by their ids, so they never look like another
 * person's decision.
 */
export async function decideTransactions(
  pool: pg.Pool,
  decisions: readonly DecisionWrite[],
  { attempt, ...options }: StatementOptions & { attempt: number },
): Promise<WrittenDecision[]> {
  if (attempt === 1) return await decideNow(pool, decisions, options);
  const madeBefore = await findMade(pool, decisions, options);
  const open = decisions.filter(({ decisionId }) => !madeBefore.has(decisionId));
  const written = new Map<DecisionWrite, WrittenDecision>();
  for (const [index, result] of (await decideNow(pool, open, options)).entries()) {
    written.set(open[index] as DecisionWrite, result);
  }
  // The lost statement may have arrived only now, between the check and this attempt.
  const notMade = open.filter((decision) => written.get(decision)?.outcome !== 'made');
  const madeSince = notMade.length === 0 ? new Set<string>() : await findMade(pool, notMade, options);
  return decisions.map((decision) => {
    const { decisionId, to } = decision;
    const isMade = madeBefore.has(decisionId) || madeSince.has(decisionId);
    return isMade ? { outcome: 'made', ...to } : resultOf(written.get(decision));
  });
}

/** The same within a larger transaction: the outcome counts only if that transaction commits. */
export async function decideWithin(
  client: pg.ClientBase,
  decisions: readonly DecisionWrite[],
): Promise<WrittenDecision[]> {
  return inOrder(decisions, (await client.query<WrittenRow>(decideQuery(decisions))).rows);
}

async function decideNow(
  pool: pg.Pool,
  decisions: readonly DecisionWrite[],
  options: StatementOptions,
): Promise<WrittenDecision[]> {
  if (decisions.length === 0) return [];
  return inOrder(decisions, await runWrite<WrittenRow>(pool, decideQuery(decisions), options));
}

function inOrder(decisions: readonly DecisionWrite[], rows: readonly WrittenRow[]): WrittenDecision[] {
  const byId = new Map(rows.map(({ id, ...written }) => [id, written]));
  return decisions.map(({ transactionId }) => resultOf(byId.get(transactionId)));
}

function resultOf(written: WrittenDecision | undefined): WrittenDecision {
  if (written === undefined) throw new Error('The database gave no result for a decision.');
  return written;
}

const AWAIT_SQL = 'select id from transaction where id = any ($1) order by id for no key update';

const MADE_SQL = `
select step.decision_id as "decisionId"
from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as asked (transaction_id, decision_id, press_hash)
join transaction_step step on step.transaction_id = asked.transaction_id and step.decision_id = asked.decision_id
  and step.press_hash is not distinct from asked.press_hash`;

/**
 * Which of these decisions were made although their answer was lost. A first attempt may still be running, and it holds its
 * transactions. So this waits for their locks, and the next statement finds the first attempt's steps.
 */
async function findMade(
  pool: pg.Pool,
  decisions: readonly DecisionWrite[],
  options: StatementOptions,
): Promise<Set<string>> {
  const ids = decisions.map(({ transactionId }) => transactionId);
  await runRead(pool, { text: AWAIT_SQL, values: [ids] }, options);
  const values = [
    ids,
    decisions.map(({ decisionId }) => decisionId),
    decisions.map(({ pressHash }) => pressHash ?? null),
  ];
  const rows = await runRead<{ decisionId: string }>(pool, { text: MADE_SQL, values }, options);
  return new Set(rows.map(({ decisionId }) => decisionId));
}
