import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { Person, StoredPerson } from '@vezne/domain/actor';
import { OPERATION_ACTIONS } from '@vezne/domain/audit-actions';
import type { Cents } from '@vezne/domain/money';
import type { LedgerOperation } from '@vezne/domain/postings';
import type { AloneAmount } from '@vezne/domain/transaction-change';
import { columnValues } from '../../statement.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { ALONE_COLUMNS, aloneSql } from '../requests/decided-alone.ts';
import { LEDGER_PARAMETERS, MOVEMENT_COLUMNS, TRANSFER_COLUMNS, accountsOf, ledgerSql } from './posting.ts';
import type { PlannedMovement, PlannedTransfer } from './posting.ts';

/** Money that moves without a player's transaction, with all its postings. */
export interface NewOperation {
  id: string;
  kind: LedgerOperation['kind'];
  partnerId: string | null;
  bankAccountId: string | null;
  amountCents: Cents;
  /** What the bank kept of an internal transfer. */
  feeCents: Cents | null;
  /** For the arrival of an internal transfer, or its coming back: the operation that sent it. */
  sentOperationId: string | null;
  /** For money that went to a wrong account: the payout. */
  payoutId: string | null;
  /** The rejected deposit whose money it moves. */
  refusedTransactionId: string | null;
  /** The person who asked, and the second person if one was needed. */
  askedBy: StoredPerson;
  confirmedBy: StoredPerson | null;
  note: string;
  /** What the person said of the bank. */
  said: Readonly<Record<string, unknown>>;
  /** What one hand moves, for the day's sums. */
  alone: readonly AloneAmount[];
  transfers: readonly PlannedTransfer[];
  movements: readonly PlannedMovement[];
  /** The person who acts now: the second person, if one is needed. */
  actor: Person;
  auditDetails: Readonly<Record<string, unknown>>;
}

/** The parameters before the ledger's parameters. */
const OWN_VALUES: readonly ((operation: NewOperation) => unknown)[] = [
  ({ id }) => id,
  ({ kind }) => kind,
  ({ partnerId }) => partnerId,
  ({ bankAccountId }) => bankAccountId,
  ({ amountCents }) => amountCents,
  ({ sentOperationId }) => sentOperationId,
  ({ askedBy }) => askedBy.name,
  ({ confirmedBy }) => confirmedBy?.name,
  ({ note }) => note,
  ({ actor }) => actor.kind,
  ({ actor }) => actor.id,
  ({ actor }) => actor.name,
  ({ kind }) => OPERATION_ACTIONS[kind],
  ({ auditDetails, actor }) => JSON.stringify({ ...auditDetails, ...sessionDetails(actor) }),
  ({ askedBy }) => askedBy.id,
  ({ confirmedBy }) => confirmedBy?.id,
  ({ said }) => (Object.keys(said).length === 0 ? null : JSON.stringify(said)),
  ({ feeCents }) => feeCents,
  ({ payoutId }) => payoutId,
  ({ refusedTransactionId }) => refusedTransactionId,
];

const ALONE_FROM = OWN_VALUES.length + 1 + LEDGER_PARAMETERS;

const POST_SQL = `
with guarded as materialized (
  select $1::uuid as id, null::int4 as step_no
), ${ledgerSql({ from: OWN_VALUES.length + 1, cause: 'operation' })}, operation as (
  insert into ledger_operation (id, kind, partner_id, bank_account_id, amount_cents, sent_operation_id, actor, confirmed_by, note,
    actor_id, confirmed_by_id, said, fee_cents, payout_id, refused_transaction_id)
  select id, $2::text, $3::uuid, $4::uuid, $5::int8, $6::uuid, $7::text, $8::text, $9::text, $15::text, $16::text, $17::jsonb,
    $18::int8, $19::uuid, $20::uuid
  from ready
), audit as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select $10::text, $11::text, $12::text, $13::text, 'ledger_operation', id::text, $14::jsonb from ready
), ${aloneSql({ from: ALONE_FROM, made: 'ready', after: 'numbered' })}
select id from ready`;

function postQuery(operation: NewOperation): pg.QueryConfig {
  const values = [
    ...OWN_VALUES.map((value) => value(operation)),
    ...columnValues(TRANSFER_COLUMNS, operation.transfers),
    ...columnValues(MOVEMENT_COLUMNS, operation.movements),
    accountsOf(operation.transfers),
    ...columnValues(
      ALONE_COLUMNS,
      operation.alone.map((one) => ({ ...one, causeId: operation.id })),
    ),
  ];
  return { name: 'post-operation', text: POST_SQL, values };
}

/** Posts an operation. Returns false, and writes nothing, if the balance doesn't allow it. */
export async function postOperation(
  pool: pg.Pool,
  operation: NewOperation,
  options: StatementOptions,
): Promise<boolean> {
  return (await runWrite(pool, postQuery(operation), options)).length === 1;
}

/** The same within a larger transaction. */
export async function postOperationWithin(client: pg.ClientBase, operation: NewOperation): Promise<boolean> {
  return (await client.query(postQuery(operation))).rowCount === 1;
}
