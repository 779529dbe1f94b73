import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

const COPIED: AuditAction = 'withdrawal.copy_details';

/**
 * The row of the payout is locked, so it stays authorised until this is written. Of copies in the same moment the key of payout_copy lets one
 * in, and only that one is audited.
 */
const COPY_SQL = `
with sent as materialized (
  select t.id from transaction t
  where t.id = $1::uuid and t.type = 'withdrawal' and t.status = 'waiting_confirmation' and t.stage = 'authorised'
    and t.taken_by is not distinct from $5 and t.authorised_by is not distinct from $6
  for no key update
), copied as (
  insert into payout_copy (transaction_id, authorised_step, staff_id, field)
  select sent.id, (
      select max(s.step_no) from transaction_step s where s.transaction_id = sent.id and s.trigger = 'authorise'
    ), $2::uuid, $3
  from sent
  on conflict do nothing
  returning transaction_id
), audited as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select 'staff', ($2::uuid)::text, $4, '${COPIED}', 'transaction', transaction_id::text,
    jsonb_build_object('field', $3) || $7::jsonb
  from copied
)
select exists (select from sent) as "isAuthorised"`;

export interface PayoutCopy {
  transactionId: string;
  field: string;
  actor: SignedInPerson;
  /** In whose hands it was when the person was allowed to. */
  takenBy: string | null;
  authorisedBy: string | null;
}

/** False: it is no longer authorised, or in other hands, and nothing was written. */
export async function insertPayoutCopy(
  pool: pg.Pool,
  { transactionId, field, actor, takenBy, authorisedBy }: PayoutCopy,
  options: StatementOptions,
): Promise<boolean> {
  const details = JSON.stringify(sessionDetails(actor));
  const values = [transactionId, actor.id, field, actor.name, takenBy, authorisedBy, details];
  const [row] = await runWrite<{ isAuthorised: boolean }>(pool, { text: COPY_SQL, values }, options);
  return row?.isAuthorised ?? false;
}
