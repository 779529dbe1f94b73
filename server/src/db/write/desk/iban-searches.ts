import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

const FOUND_BY_IBAN: AuditAction = 'transaction.find_by_iban';

/** The log itself is what counts: it is the same for all processes and for both doors. Conditions and order are whole rows of the index. */
const NOTE_SQL = `
with lately as materialized (
  select e.at from audit_entry e
  where (e.actor_id, e.action, e.id) > ($2, '${FOUND_BY_IBAN}', 0)
    and (e.actor_id, e.action, e.id) < ($2, '${FOUND_BY_IBAN}', 9223372036854775807)
  order by e.actor_id desc, e.action desc, e.id desc limit $6
), noted as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select $1, $2, $3, '${FOUND_BY_IBAN}', 'payout_iban', $4, $5::jsonb
  where (select count(*) from lately where at > now() - interval '1 minute') < $6
  returning id
)
select exists (select from noted) as "isNoted"`;

/** False: the person has searched for as many within a minute, and nothing was written. */
export async function insertIbanSearch(
  pool: pg.Pool,
  { actor, maskedIban, mostAMinute }: { actor: Person; maskedIban: string; mostAMinute: number },
  options: StatementOptions,
): Promise<boolean> {
  const details = JSON.stringify({ iban: maskedIban, ...sessionDetails(actor) });
  const values = [actor.kind, actor.id, actor.name, maskedIban, details, mostAMinute];
  const [row] = await runWrite<{ isNoted: boolean }>(pool, { text: NOTE_SQL, values }, options);
  return row?.isNoted ?? false;
}
