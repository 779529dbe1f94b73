/** What people of a partner ask for. Each runs with the partner set. */
import type { StatementFormat } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import type { Query } from '../query.ts';

export interface StatementWish {
  partnerId: string;
  month: string | null;
  firstDay: string;
  lastDay: string;
  language: Language;
  format: StatementFormat;
}

/** What waits, or is there for a closed month: the same wish again means that one. */
export async function findSameWish(query: Query, wish: StatementWish): Promise<string | undefined> {
  const [found] = await query<{ id: string }>(
    `select id from partner_statement
     where partner_id = $1 and first_day = $2 and last_day = $3 and language = $4 and format = $5
       and month is not distinct from $6 and (state = 'waiting' or (month is not null and state = 'ready'))`,
    [
      wish.partnerId,
      wish.firstDay,
      wish.lastDay,
      wish.language,
      wish.format,
      wish.month && `${wish.month}-01`,
    ],
  );
  return found?.id;
}

/** How many wait, and how many were asked for within a day. */
export async function countWishes(
  query: Query,
  partnerId: string,
): Promise<{ waiting: number; ofDay: number }> {
  const [found] = await query<{ waiting: number; ofDay: number }>(
    `select count(*) filter (where state = 'waiting')::int4 as waiting,
       count(*) filter (where asked_at > now() - interval '1 day')::int4 as "ofDay"
     from partner_statement where partner_id = $1 and (state = 'waiting' or asked_at > now() - interval '1 day')`,
    [partnerId],
  );
  return found ?? { waiting: 0, ofDay: 0 };
}

/** False: somebody else has asked for the same at this moment. */
export async function insertWish(
  query: Query,
  { id, askedById, ...wish }: StatementWish & { id: string; askedById: string },
): Promise<boolean> {
  const rows = await query(
    `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing returning id`,
    [
      id,
      wish.partnerId,
      wish.month === null ? null : `${wish.month}-01`,
      wish.firstDay,
      wish.lastDay,
      wish.language,
      wish.format,
      askedById,
    ],
  );
  return rows.length === 1;
}

/** What a person did, in the transaction of what they did. The database says who they are. */
export async function auditStatement(
  query: Query,
  entry: {
    personId: string;
    action: 'partner_statement.ask' | 'partner_statement.download';
    statementId: string;
    details: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await query(`select portal_audit($1, $2, 'partner_statement', $3, $4)`, [
    entry.personId,
    entry.action,
    entry.statementId,
    JSON.stringify(entry.details),
  ]);
}
