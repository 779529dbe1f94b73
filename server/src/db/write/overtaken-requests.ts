import type { AuditAction } from '@vezne/domain/audit-actions';

const OVERTAKEN: AuditAction = 'request.overtake';

/**
 * Ends the open request about each transaction that was moved, with its audit entry. `moved` selects the id, the actor and the details of
 * their session, as actor_kind, actor_id, actor and session. Whoever confirms has ended theirs before. The transactions are locked, and
 * everybody who asks about one or ends its request locks it first: so none slips in, and nobody waits in a circle.
 */
export function overtakenSql(moved: string): string {
  return `
overtaken as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select m.actor_kind, m.actor_id, m.actor, '${OVERTAKEN}', 'second_person_request', request_id::text, jsonb_build_object(
    'action', request_action, 'subjectType', 'transaction', 'subjectId', m.id::text) || m.session::jsonb
  from (${moved}) as m, lateral overtake_request(m.id, m.actor_kind, m.actor_id, m.actor)
)`;
}
