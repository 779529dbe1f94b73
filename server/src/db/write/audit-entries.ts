import type { Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface NewAuditEntry {
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string;
  /** JSON values only, amounts as strings; a bigint would throw here, and a secret never belongs here. */
  details: Readonly<Record<string, unknown>>;
}

/** Written in the action's own transaction, so that there is no action without its entry and no entry without its action. */
export async function insertCommandLineEntry(
  trx: Transaction<Database>,
  entry: NewAuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      actor_kind: 'command_line',
      actor: entry.actor,
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      details: JSON.stringify(entry.details),
    })
    .execute();
}
