import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { sessionDetails } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { decisionAction } from '@vezne/domain/audit-actions';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Trigger } from '@vezne/domain/transaction-state';
import type { Database } from '../../schema.ts';
import { overtakenEntriesSql } from '../requests/overtaken-requests.ts';

/**
 * Locks everything that an account's freeze may change: deposits that wait for their money on it, and payouts that somebody works
 * on. In one statement and by id, like everything that locks transactions: deposits first and payouts later would be another
 * order. What changed while this waited is read anew, and left out if it is none of both any more.
 */
export async function lockWorkOnAccount(
  trx: Transaction<Database>,
  bankAccountId: string,
  /** Leaves out what somebody else has locked, instead of waiting for it. */
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transaction
    where id = any (array(
        select transaction_id from open_transaction where bank_account_id = ${bankAccountId} and status = 'waiting_payment'
        union all
        select transaction_id from open_transaction
        where type = 'withdrawal' and status = 'waiting_confirmation' and bank_account_id = ${bankAccountId}
      ))
      and bank_account_id = ${bankAccountId} and (status = 'waiting_payment' or stage in ('taken', 'authorised'))
    order by id for no key update ${sql.raw(skipLocked ? 'skip locked' : '')}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks these payouts by id. */
export async function lockPayouts(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await sql`select id from transaction where id = any (${[...ids]}::uuid[]) order by id for no key update`.execute(
    trx,
  );
}

const RELEASE = 'release' satisfies Trigger;
const OVERTAKEN_ENTRIES = overtakenEntriesSql('select * from moved order by id');
const RELEASED = decisionAction('withdrawal', RELEASE);

/**
 * Puts locked payouts that are taken back into the queue, with a step and an audit entry for each. No money was set aside for
 * them, so nothing moves. What their taker had asked a second person ends. Authorised ones stay as they are. Returns the ids of those that went back, in their order.
 */
export async function releaseTaken(
  trx: Transaction<Database>,
  { ids, actor, because }: { ids: readonly string[]; actor: Person; because: AuditAction },
): Promise<string[]> {
  const session = JSON.stringify(sessionDetails(actor));
  const { rows } = await sql<{ id: string }>`
    with released as (
      update transaction
      set stage = 'queued', bank_account_id = null, taken_by = null, taken_by_id = null, step_count = step_count + 1
      where id = any (${[...ids]}::uuid[]) and type = 'withdrawal' and stage = 'taken'
      returning id, status, stage, step_count
    ), step as (
      insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor_id, actor, said)
      select id, step_count, ${RELEASE}, status, stage, ${actor.kind}, ${actor.id}, ${actor.name},
        jsonb_build_object('because', ${because}::text)
      from released
    ), moved as (
      select id, ${actor.kind}::text as actor_kind, ${actor.id}::text as actor_id, ${actor.name}::text as actor, ${session}::text as session
      from released
    ), audit as (
      insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
      (select actor_kind, actor_id, actor, ${RELEASED}, 'transaction', id::text,
        jsonb_build_object('because', ${because}::text) || session::jsonb
      from moved order by id)
      union all ${sql.raw(OVERTAKEN_ENTRIES)}
    )
    select id from released order by id`.execute(trx);
  return rows.map(({ id }) => id);
}
