/** Somebody of ours looks as a partner sees it. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../schema.ts';

/** At the console. Returns until when its link opens, which the database holds. */
export async function insertLook(
  trx: Transaction<Database>,
  look: { id: string; partnerId: string; sessionId: string; reason: string; tokenHash: Buffer },
): Promise<Date> {
  const { id, partnerId, sessionId, reason, tokenHash } = look;
  await sql`
    insert into partner_look (id, partner_id, staff_session_id, reason, token_hash)
    values (${id}, ${partnerId}, ${sessionId}, ${reason}, ${tokenHash})
  `.execute(trx);
  const { rows } = await sql<{ until: Date }>`select now() + interval '60 seconds' as until`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The database did not say what time it is.');
  return row.until;
}

/** At the portal. False: the link is over. Whatever session the browser had before is over, too. */
export async function openLook(
  client: pg.PoolClient,
  look: { tokenHash: Buffer; sessionHash: Buffer; address: string; replaced: Buffer | undefined },
): Promise<boolean> {
  const { tokenHash, sessionHash, address, replaced } = look;
  const { rows } = await client.query<{ isOpened: boolean }>(
    'select portal_open_look($1, $2, $3) as "isOpened"',
    [tokenHash, sessionHash, address],
  );
  const isOpened = rows[0]?.isOpened === true;
  if (isOpened && replaced !== undefined)
    await client.query(`select portal_end_session($1, 'replaced')`, [replaced]);
  return isOpened;
}
