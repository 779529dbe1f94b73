import type { Transaction } from 'kysely';
import { sessionDetails } from '@vezne/domain/actor';
import type { Actor, Person, PersonKind } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Database } from '../../schema.ts';

export interface NewAuditEntry {
  /** Somebody who is about to sign in has no session yet. */
  actor: Person | Actor<PersonKind>;
  action: AuditAction;
  subjectType: string;
  subjectId: string;
  /** JSON values only, with amounts as strings. A bigint would throw here, and a secret never belongs here. */
  details: Readonly<Record<string, unknown>>;
}

/** Written in the action's own transaction, so an action and its audit entry always exist together. */
export async function insertAuditEntry(trx: Transaction<Database>, entry: NewAuditEntry): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor: entry.actor.name,
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      details: JSON.stringify({ ...entry.details, ...sessionDetails(entry.actor) }),
    })
    .execute();
}
