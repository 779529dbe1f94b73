import { signOfDebit } from '@vezne/domain/accounts';
import type { Cents } from '@vezne/domain/money';
import { bankMovements } from '@vezne/domain/postings';
import type { Posting, PostingKind } from '@vezne/domain/postings';
import { unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';
import type { LedgerAccountIds } from '../../read/ledger/accounts.ts';

/** A transfer to post, with the ledger rows that it touches and its effect on each balance. */
export interface PlannedTransfer {
  /** The transaction or operation that causes it. */
  causeId: string;
  kind: PostingKind;
  /** Its number among the transfers of its cause, from 1. */
  position: number;
  debitAccountId: bigint;
  creditAccountId: bigint;
  amountCents: Cents;
  /** In the normal signs of the accounts. */
  debitDeltaCents: bigint;
  creditDeltaCents: bigint;
  /** The lowest balance that the debited account may end with; null: no limit. */
  floorCents: Cents | null;
  /** The rejected deposit whose money it moves; the database keeps what is open of it. */
  refusedTransactionId: string | null;
}

export interface PlannedMovement {
  causeId: string;
  bankAccountId: string;
  amountCents: Cents;
}

/** A posting as the ledger writes it. The floor applies to the account that its first transfer debits. */
export function transfersOf(
  { kind, transfers, refusedTransactionId }: Posting,
  {
    accountIds,
    causeId,
    floorCents = null,
  }: { accountIds: LedgerAccountIds; causeId: string; floorCents?: Cents | null },
): PlannedTransfer[] {
  return transfers.map(({ debit, credit, amountCents }, index) => ({
    causeId,
    kind,
    position: index + 1,
    debitAccountId: accountIds.idOf(debit),
    creditAccountId: accountIds.idOf(credit),
    amountCents,
    debitDeltaCents: signOfDebit(debit.kind) * amountCents,
    creditDeltaCents: -signOfDebit(credit.kind) * amountCents,
    floorCents: index === 0 ? floorCents : null,
    refusedTransactionId: refusedTransactionId ?? null,
  }));
}

export function movementsOf({ transfers }: Posting, causeId: string): PlannedMovement[] {
  return bankMovements(transfers).map((movement) => ({ ...movement, causeId }));
}

export const TRANSFER_COLUMNS: readonly BatchColumn<PlannedTransfer>[] = [
  ['cause_id', 'uuid', (transfer) => transfer.causeId],
  ['kind', 'text', (transfer) => transfer.kind],
  ['position', 'int4', (transfer) => transfer.position],
  ['debit_account_id', 'int8', (transfer) => transfer.debitAccountId],
  ['credit_account_id', 'int8', (transfer) => transfer.creditAccountId],
  ['amount_cents', 'int8', (transfer) => transfer.amountCents],
  ['debit_delta_cents', 'int8', (transfer) => transfer.debitDeltaCents],
  ['credit_delta_cents', 'int8', (transfer) => transfer.creditDeltaCents],
  ['floor_cents', 'int8', (transfer) => transfer.floorCents],
  ['refused_transaction_id', 'uuid', (transfer) => transfer.refusedTransactionId],
];

export const MOVEMENT_COLUMNS: readonly BatchColumn<PlannedMovement>[] = [
  ['cause_id', 'uuid', (movement) => movement.causeId],
  ['bank_account_id', 'uuid', (movement) => movement.bankAccountId],
  ['amount_cents', 'int8', (movement) => movement.amountCents],
];

/** How many parameters the ledger's part of a statement has. */
export const LEDGER_PARAMETERS = TRANSFER_COLUMNS.length + MOVEMENT_COLUMNS.length + 1;

/** The accounts that transfers touch. */
export function accountsOf(transfers: readonly PlannedTransfer[]): bigint[] {
  return [
    ...new Set(transfers.flatMap(({ debitAccountId, creditAccountId }) => [debitAccountId, creditAccountId])),
  ];
}

/**
 * The only SQL that writes in the books. It needs `guarded`, the causes that may post if the balances allow (id, step_no,
 * place), and gives `ready`, the causes whose balances do. Accounts are locked in id order and read under the lock; entries
 * take their numbers and their balances from there. When we ordered entries by time or by transfer, the chain broke as soon
 * as two statements wrote at once.
 *
 * In one statement, at most one cause may have a floor on the same account, because floors are compared with the balance
 * before the statement.
 */
export function ledgerSql({
  from,
  cause,
  mayPost = 'true',
}: {
  from: number;
  cause: 'transaction' | 'operation';
  /** Another condition for a cause, checked when the accounts are locked. */
  mayPost?: string;
}): string {
  const movementsFrom = from + TRANSFER_COLUMNS.length;
  const accountIds = `$${movementsFrom + MOVEMENT_COLUMNS.length}::int8[]`;
  const [causeColumns, causeValues] =
    cause === 'transaction' ? ['transaction_id, step_no', 'cause_id, step_no'] : ['operation_id', 'cause_id'];
  return `
account as materialized (
  select id, balance_cents, entry_count from ledger_account
  where id = any (${accountIds}) and (select count(*) from guarded) > 0
  order by id for no key update
), planned as materialized (
  select * from ${unnestColumns(TRANSFER_COLUMNS, 'planned', { from })}
), short as materialized (
  select planned.cause_id from planned join account on account.id = planned.debit_account_id
  where account.balance_cents + planned.debit_delta_cents < planned.floor_cents
), ready as materialized (
  select * from guarded
  where (select count(*) from account) >= 0 and id not in (select cause_id from short) and ${mayPost}
), posted as materialized (
  select nextval('ledger_transfer_id') as transfer_id, ready.step_no, planned.*
  from planned join ready on ready.id = planned.cause_id
), transfer as (
  insert into ledger_transfer (id, kind, ${causeColumns}, position, debit_account_id, credit_account_id, amount_cents,
    refused_transaction_id)
  select transfer_id, kind, ${causeValues}, position, debit_account_id, credit_account_id, amount_cents, refused_transaction_id
  from posted
), numbered as materialized (
  select side.account_id, account.entry_count + row_number() over in_order as entry_no, posted.transfer_id, side.amount_cents,
    account.balance_cents + (sum(side.amount_cents) over in_order)::int8 as balance_after_cents
  from posted
    cross join lateral (values (1, debit_account_id, debit_delta_cents), (2, credit_account_id, credit_delta_cents))
      as side (side_no, account_id, amount_cents)
    join account on account.id = side.account_id
  window in_order as (partition by side.account_id order by posted.place, side.side_no rows unbounded preceding)
), entry as (
  insert into ledger_entry (account_id, entry_no, transfer_id, amount_cents, balance_after_cents)
  select account_id, entry_no, transfer_id, amount_cents, balance_after_cents from numbered
), balance as (
  update ledger_account set balance_cents = last.balance_after_cents, entry_count = last.entry_no
  from (
    select distinct on (account_id) account_id, entry_no, balance_after_cents from numbered order by account_id, entry_no desc
  ) as last
  where last.account_id = ledger_account.id
), movement as (
  insert into bank_movement (bank_account_id, amount_cents, ${causeColumns})
  select movement.bank_account_id, movement.amount_cents, ${causeValues}
  from ${unnestColumns(MOVEMENT_COLUMNS, 'movement', { from: movementsFrom })}
    join ready on ready.id = movement.cause_id
)`;
}
