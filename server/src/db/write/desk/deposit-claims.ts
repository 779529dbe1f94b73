import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { isLiveClaimSql } from '../../read/desk/deposit-claims.ts';
import type { Database } from '../../schema.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A glance. */
const OPENED_FOR = `interval '90 seconds'`;
/** Whoever does something there is given the time to look at a bank or a receipt. */
const EXTENDED_FOR = `interval '5 minutes'`;

/** So many deposits one person can have open, in as many tabs. With the next one the one left longest ago is closed: nobody holds a queue. */
const MOST_OPEN = 5;

const TAKE_OVER: AuditAction = 'deposit.take_over';

/**
 * One statement, so of all who open a deposit at once one wins: the others wait for its row and find it taken. Who is taken over from was
 * seen under the lock of the row. If somebody opened it in this very moment, nobody was seen, and nothing is taken from them.
 */
const CLAIM_SQL = `
with open as materialized (
  select transaction_id from open_transaction where transaction_id = $1::uuid and type = 'deposit'
), before as materialized (
  select c.staff_id, ${isLiveClaimSql('c')} as is_live from deposit_claim c where c.transaction_id = $1::uuid for update of c
), claimed as (
  insert into deposit_claim as c (transaction_id, staff_id, session_id, until)
  select transaction_id, $2::uuid, $3::uuid, now() + ${OPENED_FOR} from open where (select count(*) from before) >= 0
  on conflict (transaction_id) do update set
    staff_id = excluded.staff_id, session_id = excluded.session_id,
    claimed_at = case when c.staff_id = excluded.staff_id then c.claimed_at else greatest(now(), c.extended_at) end,
    extended_at = greatest(now(), c.extended_at),
    until = greatest(now(), c.extended_at)
      + case when c.staff_id = excluded.staff_id and ${isLiveClaimSql('c')} then ${EXTENDED_FOR} else ${OPENED_FOR} end
  where c.staff_id = excluded.staff_id or not ${isLiveClaimSql('c')}
    or ($4::boolean and c.staff_id in (select staff_id from before))
  returning c.until
), closed as (
  delete from deposit_claim where exists (select from claimed) and staff_id = $2::uuid and transaction_id in (
    select c.transaction_id from deposit_claim c join open_transaction o on o.transaction_id = c.transaction_id
    where c.staff_id = $2::uuid and c.transaction_id <> $1::uuid and ${isLiveClaimSql('c')}
    order by c.extended_at desc offset ${MOST_OPEN - 1}
  )
  returning transaction_id
), taken_over as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select 'staff', ($2::uuid)::text, $5::text, '${TAKE_OVER}', 'transaction', ($1::uuid)::text,
    jsonb_build_object('from', (select handle from staff where id = before.staff_id)) || $6::jsonb
  from before, claimed where before.is_live and before.staff_id <> $2::uuid
)
select exists (select from open) as "isOpen", (select until from claimed) as until,
  array(select transaction_id::text from closed) as closed`;

export interface ClaimAttempt {
  transactionId: string;
  actor: SignedInPerson;
  /** Also from somebody else, which is audited. */
  takeOver: boolean;
}

export interface ClaimOutcome {
  /** Until when the person has it open now; null: somebody else has. undefined: it is no open deposit. */
  until: Date | null | undefined;
  /** The person's own that were closed, because they were too many. */
  closed: string[];
}

export async function claimDeposit(
  pool: pg.Pool,
  { transactionId, actor, takeOver }: ClaimAttempt,
  options: StatementOptions,
): Promise<ClaimOutcome> {
  const { id, name, session } = actor;
  const values = [transactionId, id, session.id, takeOver, name, JSON.stringify(sessionDetails(actor))];
  const query = { name: 'claim-deposit', text: CLAIM_SQL, values };
  const [row] = await runWrite<{ isOpen: boolean; until: Date | null; closed: string[] }>(
    pool,
    query,
    options,
  );
  if (row === undefined) throw new Error('A claim has no answer.');
  return { until: row.isOpen ? row.until : undefined, closed: row.closed };
}

const RELEASE_SQL = 'delete from deposit_claim where transaction_id = $1 and staff_id = $2 returning 1';

/** Only one's own. False: there was none. */
export async function releaseDeposit(
  pool: pg.Pool,
  { transactionId, staffId }: { transactionId: string; staffId: string },
  options: StatementOptions,
): Promise<boolean> {
  const released = await runWrite(pool, { text: RELEASE_SQL, values: [transactionId, staffId] }, options);
  return released.length > 0;
}

/** Those whose time was over an hour ago: nobody reads them. */
export async function deleteOldClaims(trx: Transaction<Database>): Promise<void> {
  await trx
    .deleteFrom('deposit_claim')
    .where('until', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
