import type { Actor } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';

/** The person as every record names them. */
export function staffActor({ id, handle }: { id: string; handle: string }): Actor<'staff'> {
  return { kind: 'staff', id, name: handle };
}

/** What somebody did to their own session or factors. */
export async function auditOwn(
  trx: Transaction<Database>,
  entry: {
    person: { id: string; handle: string };
    action: AuditAction;
    /** Where the person was: the session, if there is one, and the address. */
    session?: string | undefined;
    address: string;
    details?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { person, action, session, address, details } = entry;
  await insertAuditEntry(trx, {
    actor: staffActor(person),
    action,
    subjectType: 'staff',
    subjectId: person.id,
    details: { ...details, ...(session === undefined ? {} : { session }), address },
  });
}
