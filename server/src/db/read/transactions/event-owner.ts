import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

/** The partner whose event this is. */
export async function findEventOwner(db: Kysely<Database>, eventId: string): Promise<string | undefined> {
  const event = await db
    .selectFrom('event')
    .select('partner_id as partnerId')
    .where('id', '=', eventId)
    .executeTakeFirst();
  return event?.partnerId;
}
