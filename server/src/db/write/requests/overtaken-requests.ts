import type { AuditAction } from '@vezne/domain/audit-actions';

const OVERTAKEN: AuditAction = 'request.overtake';

/**
 * Ends the open request about each transaction that was moved, and selects its audit entry: for the same insert that writes the entry of the
 * move, since a second insert would cost each decision as much again. `moved` selects the id, the actor and the details of their session, as
 * actor_kind, actor_id, actor and session. Whoever confirms has ended theirs before. The transactions are locked, and everybody who asks
 * about one or ends its request locks it first: so none slips in, and nobody waits in a circle.
 */
export function overtakenEntriesSql(moved: string): string {
  return `
  select m.actor_kind, m.actor_id, m.actor, '${OVERTAKEN}', 'second_person_request', request_id::text, jsonb_build_object(
    'action', request_action, 'subjectType', 'transaction', 'subjectId', m.id::text) || m.session::jsonb
  from (${moved}) as m, lateral overtake_request(m.id, m.actor_kind, m.actor_id, m.actor)`;
}
