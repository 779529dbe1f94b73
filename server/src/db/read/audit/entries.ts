import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

export interface AuditSubject {
  type: string;
  id: string;
}

export interface AuditEntry {
  id: bigint;
  at: Date;
  actorKind: string;
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string;
  /** The subject's current name: a partner's name, a bank account's IBAN, an endpoint's address. */
  subjectName: string | null;
  details: Record<string, unknown>;
}

/** The newest entries, newest last. */
export async function listAuditEntries(
  db: Kysely<Database>,
  { limit, subject }: { limit: number; subject: AuditSubject | undefined },
): Promise<AuditEntry[]> {
  const all = db.selectFrom('audit_entry');
  const chosen =
    subject === undefined
      ? all
      : all.where('subject_type', '=', subject.type).where('subject_id', '=', subject.id);
  const newestFirst = await chosen
    .select([
      'id',
      'at',
      'actor_kind as actorKind',
      'actor',
      'action',
      'subject_type as subjectType',
      'subject_id as subjectId',
      sql<string | null>`case subject_type
        when 'partner' then (select name from partner where partner.id::text = subject_id)
        when 'bank_account' then (select iban from bank_account where bank_account.id::text = subject_id)
        when 'webhook_endpoint' then (select url from webhook_endpoint where webhook_endpoint.id::text = subject_id)
        end`.as('subjectName'),
      'details',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newestFirst.toReversed();
}

/** A press at the console that was done alone, as its entry notes it. */
export async function findDonePress(
  db: Kysely<Database>,
  { actorId, action, pressId }: { actorId: string; action: string; pressId: string },
): Promise<{ said: string | null } | undefined> {
  return await db
    .selectFrom('audit_entry')
    .select(sql<string | null>`details -> 'press' ->> 'said'`.as('said'))
    .where('actor_id', '=', actorId)
    .where('action', '=', action)
    .where(sql<boolean>`details -> 'press' ->> 'id' = ${pressId}`)
    .limit(1)
    .executeTakeFirst();
}
