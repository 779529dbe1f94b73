import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { TransactionStatus, TransactionType, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { Language } from '@vezne/domain/written';
import { columnValues, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';
import { isTaken, isUniqueViolation } from '../../constraint.ts';
import { REFERENCE_LOCK } from '../../reference-lock.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A transaction as it is created. Fields of the other type are null. */
export interface NewTransaction {
  id: string;
  partnerId: string;
  type: TransactionType;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  externalReference: string;
  currency: string;
  amountCents: Cents;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  basisPoints: number;
  fixedCents: Cents;
  settlementMode: SettlementMode;
  customerId: string;
  customerUsername: string;
  customerFullName: string;
  customerEmail: string | null;
  bankAccountId: string | null;
  referenceCode: string | null;
  /** What the code was made of. */
  referenceNumber: bigint | null;
  redirectUrl: string | null;
  /** In which the page of a deposit opens; null: as the player's browser asks. */
  language: Language | null;
  pageKeyVersion: number | null;
  expirySeconds: number | null;
  payoutBankName: string | null;
  payoutHolderName: string | null;
  payoutIban: string | null;
}

/** Parameter n of the statement is column n of the batch, so this order is the order of the parameters. */
const INPUT_COLUMNS: readonly BatchColumn<NewTransaction>[] = [
  ['id', 'uuid', (row) => row.id],
  ['partner_id', 'uuid', (row) => row.partnerId],
  ['type', 'text', (row) => row.type],
  ['status', 'text', (row) => row.status],
  ['stage', 'text', (row) => row.stage],
  ['external_reference', 'text', (row) => row.externalReference],
  ['currency', 'text', (row) => row.currency],
  ['amount_cents', 'int8', (row) => row.amountCents],
  ['commission_cents', 'int8', (row) => row.commissionCents],
  ['net_amount_cents', 'int8', (row) => row.netAmountCents],
  ['player_amount_cents', 'int8', (row) => row.playerAmountCents],
  ['balance_impact_cents', 'int8', (row) => row.balanceImpactCents],
  ['commission_basis_points', 'int4', (row) => row.basisPoints],
  ['commission_fixed_cents', 'int8', (row) => row.fixedCents],
  ['settlement_mode', 'text', (row) => row.settlementMode],
  ['customer_id', 'text', (row) => row.customerId],
  ['customer_username', 'text', (row) => row.customerUsername],
  ['customer_full_name', 'text', (row) => row.customerFullName],
  ['customer_email', 'text', (row) => row.customerEmail],
  ['bank_account_id', 'uuid', (row) => row.bankAccountId],
  ['reference_code', 'text', (row) => row.referenceCode],
  ['reference_number', 'int8', (row) => row.referenceNumber],
  ['redirect_url', 'text', (row) => row.redirectUrl],
  ['language', 'text', (row) => row.language],
  ['page_key_version', 'int4', (row) => row.pageKeyVersion],
  ['expiry_seconds', 'int4', (row) => row.expirySeconds],
  ['payout_bank_name', 'text', (row) => row.payoutBankName],
  ['payout_holder_name', 'text', (row) => row.payoutHolderName],
  ['payout_iban', 'text', (row) => row.payoutIban],
];

const TARGET_COLUMNS = INPUT_COLUMNS.map(([name]) => (name === 'expiry_seconds' ? 'expires_at' : name));

/**
 * People pay to the payee they saved. So a returning player is shown the account of the last deposit while it has room (the
 * last parameter lists those accounts). Otherwise the row keeps the account that the process chose.
 */
const ACCOUNT_OF_RETURNING_PLAYER = `case
  when input.type = 'deposit' and input.last_account_id = any ($${INPUT_COLUMNS.length + 1}::uuid[]) then input.last_account_id
  else input.bank_account_id end`;

/**
 * The player's row is written when there is none, or when the account is another. Only one create at a time does that for a player, and no
 * other waits for it: what is missed is an account that the player saw a moment before. The first number keeps these locks apart from
 * those of references.
 */
const IS_TO_REMEMBER = `case
    when input.is_known is null or (created.type = 'deposit' and created.bank_account_id is distinct from input.last_account_id)
    then pg_try_advisory_xact_lock(1, hashtext(concat_ws(' ', input.partner_id, input.customer_id))) end`;

const SELECTED_VALUES = INPUT_COLUMNS.map(([name]) => {
  if (name === 'expiry_seconds') return 'now() + make_interval(secs => input.expiry_seconds)';
  if (name === 'bank_account_id') return ACCOUNT_OF_RETURNING_PLAYER;
  return `input.${name}`;
});

/**
 * How long the statement waits for any lock, such as the row of a partner that somebody keeps. It is set inside the statement, and so
 * holds for it alone. A statement that is never cancelled would wait for ever, and its outcome would stay unknown.
 */
const LOCK_WITHIN_MS = 1_000;

/**
 * One statement for a whole batch, with the first history steps and the mark that a withdrawal's answer is under way. The
 * conflict target is named: without it, any other collision would be ignored and look like a retry. Inserts share the locks
 * and keep them until the commit is done. A look-up that finds nothing waits for them. A row whose lock somebody holds for himself
 * is left out and said to be busy: one reference must not hold up the whole batch.
 */
export const INSERT_TRANSACTIONS_SQL = `
with input as materialized (
  select input.*, ${REFERENCE_LOCK} as lock, known.is_known, known.last_account_id
  from ${unnestColumns(INPUT_COLUMNS, 'input')} left join lateral (
    select true as is_known, player.bank_account_id as last_account_id from player
    where player.partner_id = input.partner_id and player.customer_id = input.customer_id limit 1
  ) as known on true
), locks as materialized (
  select set_config('lock_timeout', '${LOCK_WITHIN_MS}ms', true),
    coalesce(array_agg(lock) filter (where not pg_try_advisory_xact_lock_shared(lock)), '{}') as busy from (
    select distinct lock from input
  ) as distinct_locks
), created as (
  insert into transaction (${TARGET_COLUMNS.join(', ')})
  select ${SELECTED_VALUES.join(', ')}
  from locks, input
  where input.lock <> all (locks.busy)
  on conflict (partner_id, type, external_reference) where original_transaction_id is null do nothing
  returning id, type, status, stage, partner_id, bank_account_id
), step as (
  insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
  select id, 1, 'create', status, stage, 'partner', partner_id::text from created
), answer as (
  insert into unconfirmed_answer (transaction_id) select id from created where type = 'withdrawal'
), remembered as (
  insert into player (partner_id, customer_id, bank_account_id)
  select distinct on (input.partner_id, input.customer_id) input.partner_id, input.customer_id, created.bank_account_id
  from created join input on input.id = created.id
  where ${IS_TO_REMEMBER}
  order by input.partner_id, input.customer_id, created.bank_account_id is null, created.id desc
  on conflict (partner_id, customer_id) do update set bank_account_id = coalesce(excluded.bank_account_id, player.bank_account_id)
)
select id, bank_account_id, false as is_busy from created
union all
select input.id, null, true from locks, input where input.lock = any (locks.busy)`;

/** What became of a row: its bank account if it was created, or that its reference was locked and nothing was written. */
export type InsertedRow = { bankAccountId: string | null } | 'busy';

/**
 * Inserts the rows whose reference is new, and returns what became of each by its id. A row that is missing from the
 * result had its reference taken: look it up. A second run with the same rows has no second effect.
 */
export async function insertTransactions(
  pool: pg.Pool,
  rows: readonly NewTransaction[],
  { accountsWithRoom, ...options }: StatementOptions & { accountsWithRoom: readonly string[] },
): Promise<Map<string, InsertedRow>> {
  // Two processes that insert the same references in different orders would deadlock.
  const sorted = rows.toSorted(byReference);
  const values: unknown[] = [...columnValues(INPUT_COLUMNS, sorted), accountsWithRoom];
  const run = async () =>
    await runWrite<{ id: string; bank_account_id: string | null; is_busy: boolean }>(
      pool,
      { name: 'insert-transactions', text: INSERT_TRANSACTIONS_SQL, values },
      options,
    );
  const created = await run().catch(async (error: unknown) => {
    // A first run whose connection was lost may still be inserting these same rows. The conflict target sees only rows that
    // exist when it looks; a moment later their primary keys collide instead. A trial of 60 rows beside their own retry
    // showed this within a dozen rounds. One more run settles it: the other run has committed, so its rows are found. A
    // real collision fails again.
    if (!isUniqueViolation(error)) throw error;
    return await run();
  });
  return new Map(
    created.map((row) => [row.id, row.is_busy ? 'busy' : { bankAccountId: row.bank_account_id }]),
  );
}

/** The last one holds until a release's contractions have run. */
const CODE_INDEXES = [
  'transaction_reference_number_key',
  'transaction_reference_code_unnumbered',
  'transaction_reference_code_key',
];

/** Whether an insert failed, and wrote nothing, because another transaction has the reference code of one of its rows. */
export function isReferenceCodeTaken(error: unknown): boolean {
  return CODE_INDEXES.some((index) => isTaken(error, index));
}

function byReference(left: NewTransaction, right: NewTransaction): number {
  return (
    compare(left.partnerId, right.partnerId) ||
    compare(left.type, right.type) ||
    compare(left.externalReference, right.externalReference)
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
