import type { Transaction } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Database } from '../schema.ts';

export interface NewAuditEntry {
  actor: Person;
  action: AuditAction;
  subjectType: string;
  subjectId: string;
  /** JSON values only, amounts as strings; a bigint would throw here, and a secret never belongs here. */
  details: Readonly<Record<string, unknown>>;
}

/** Written in the action's own transaction, so that there is no action without its entry and no entry without its action. */
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
      details: JSON.stringify(entry.details),
    })
    .execute();
}
