import type pg from 'pg';
import { fingerprintSql } from '../../server/src/db/fingerprint.ts';
import { assertBooksHold } from '../../server/test/harness/ledger.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';

/** Deposits that wait for an operator: deposit n has n as its id, and belongs to pair n modulo their number. */
export interface Deposits {
  count: number;
  /** The number of partners, and of bank accounts, that share them. */
  pairs: number;
  partnerIds: readonly string[];
  bankAccountIds: readonly string[];
}

/** The id of deposit n. */
export function depositId(n: number): string {
  const digits = String(n).padStart(32, '0');
  return [0, 8, 12, 16, 20].map((from, index) => digits.slice(from, [8, 12, 16, 20, 32][index])).join('-');
}

/**
 * The player of deposit n. Each deposit has a player of its own: for a player's second deposit of the same amount an approval
 * would have to say what the bank shows.
 */
export function customerIdSql(n: string): string {
  return `'player-' || ${n}`;
}

/**
 * The fingerprint of each deposit as operators saw it. It is the same after every reset, so it is read once, outside the
 * slices.
 */
export const FINGERPRINT_TABLE = 'bench_fingerprint';

export async function prepareDeposits(
  owner: pg.Pool,
  { count, pairs }: { count: number; pairs: number },
): Promise<Deposits> {
  const partnerIds: string[] = [];
  const bankAccountIds: string[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    partnerIds.push((await insertPartner(owner)).id);
    bankAccountIds.push((await insertBankAccount(owner)).id);
  }
  const deposits = { count, pairs, partnerIds, bankAccountIds };
  await resetDeposits(owner, deposits);
  await owner.query(
    `drop table if exists ${FINGERPRINT_TABLE};
     create table ${FINGERPRINT_TABLE} as select row_number() over (order by id) as n, ${fingerprintSql('t')} as fingerprint from transaction t;
     alter table ${FINGERPRINT_TABLE} add primary key (n);
     grant select on ${FINGERPRINT_TABLE} to vezne_console`,
  );
  await owner.query(`vacuum analyze ${FINGERPRINT_TABLE}`);
  return deposits;
}

/** All deposits wait again, the books are empty, and nobody has decided anything today. */
export async function resetDeposits(
  owner: pg.Pool,
  { count, partnerIds, bankAccountIds }: Deposits,
): Promise<void> {
  // Everything that follows from a transaction goes with it: steps, events, transfers, entries, movements.
  await owner.query('truncate transaction, open_transaction, audit_entry, decided_alone cascade');
  await owner.query('update ledger_account set balance_cents = 0, entry_count = 0');
  await owner.query('update event_feed set last_no = 0');
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode,
       customer_id, customer_username, customer_full_name, bank_account_id, reference_code, redirect_url, page_key_version,
       expires_at)
     select lpad(n::text, 32, '0')::uuid, ($1::uuid[])[n % array_length($1::uuid[], 1) + 1], 'deposit',
       'waiting_confirmation', 'order-' || n, 'TRY', 100000, 3000, 97000, 97000, 97000, 300, 0, 'deduct_from_amount',
       ${customerIdSql('n')}, 'ayse', 'Ayşe Işık', ($2::uuid[])[n % array_length($2::uuid[], 1) + 1],
       translate(lpad(n::text, 8, '0'), '01', 'AC'), 'https://shop.example/return?order=' || n, 1, now() + interval '1 day'
     from generate_series(1, $3::int) as n`,
    [partnerIds, bankAccountIds, count],
  );
  await owner.query(
    `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
     select id, 1, 'create', status, 'partner', 'shop' from transaction`,
  );
  await owner.query('vacuum analyze transaction, transaction_step, ledger_account, event_feed');
  await owner.query('checkpoint');
}

/** Every success left an approved deposit with its step, event, movement and audit entry, and the books are right. */
export async function verifyApprovals(owner: pg.Pool, side: string, succeeded: number): Promise<void> {
  const { rows } = await owner.query<Record<string, string>>(
    `select (select count(*) from transaction where status = 'approved') as "approved deposits",
       (select count(*) from transaction_step where trigger = 'approve') as "steps", (select count(*) from event) as "events",
       (select count(distinct transaction_id) from ledger_transfer) as "posted deposits",
       (select count(*) from bank_movement) as "bank movements", (select count(*) from audit_entry) as "audit entries"`,
  );
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    if (Number(count) !== succeeded)
      throw new Error(`${side}: ${succeeded} were made, but ${count} ${what}.`);
  }
  await assertBooksHold(owner);
}
