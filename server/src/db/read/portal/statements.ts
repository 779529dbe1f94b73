/** The files of statements that people of a partner asked for. */
import type { StatementFormat, StatementProblem, StatementState } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import type { Query } from '../../query.ts';
import type { PartnerScope } from '../../partner-scope.ts';

export interface StatementFile {
  id: string;
  month: string | null;
  /** Of a closed month: which statement of the partner it is. */
  no: number | null;
  firstDay: string;
  lastDay: string;
  language: Language;
  format: StatementFormat;
  state: StatementState;
  problem: StatementProblem | null;
  sizeBytes: bigint | null;
  askedAt: Date;
  endedAt: Date | null;
}

const FILE_SQL = `
select s.id, to_char(s.month, 'YYYY-MM') as month, m.no, s.first_day::text as "firstDay", s.last_day::text as "lastDay", s.language, s.format,
  s.state, s.problem, s.size_bytes as "sizeBytes", s.asked_at as "askedAt", s.ended_at as "endedAt"
from partner_statement s left join partner_month m on m.partner_id = s.partner_id and m.month = s.month
where s.partner_id = $1`;

/** Newest first. */
export async function listStatementFiles(
  { partnerId, query }: PartnerScope,
  { limit }: { limit: number },
): Promise<StatementFile[]> {
  return await query<StatementFile & object>(`${FILE_SQL} order by s.asked_at desc, s.id desc limit $2`, [
    partnerId,
    limit,
  ]);
}

export async function findStatementFile(
  { partnerId, query }: Pick<PartnerScope, 'partnerId'> & { query: Query },
  id: string,
): Promise<StatementFile | undefined> {
  const [found] = await query<StatementFile & object>(`${FILE_SQL} and s.id = $2`, [partnerId, id]);
  return found;
}

/** What people of a partner ask for. */
export type StatementWish = Pick<StatementFile, 'month' | 'firstDay' | 'lastDay' | 'language' | 'format'>;

/** What waits, or is there for a closed month: the same wish again means that one. */
export async function findSameWish(
  { partnerId, query }: PartnerScope,
  { month, firstDay, lastDay, language, format }: StatementWish,
): Promise<string | undefined> {
  const [found] = await query<{ id: string }>(
    `select id from partner_statement
     where partner_id = $1 and first_day = $2 and last_day = $3 and language = $4 and format = $5
       and month is not distinct from $6 and (state = 'waiting' or (month is not null and state = 'ready'))`,
    [partnerId, firstDay, lastDay, language, format, month && `${month}-01`],
  );
  return found?.id;
}

/** How many wait, and how many were asked for within a day. */
export async function countWishes({
  partnerId,
  query,
}: PartnerScope): Promise<{ waiting: number; ofDay: number }> {
  const [found] = await query<{ waiting: number; ofDay: number }>(
    `select count(*) filter (where state = 'waiting')::int4 as waiting,
       count(*) filter (where asked_at > now() - interval '1 day')::int4 as "ofDay"
     from partner_statement where partner_id = $1 and (state = 'waiting' or asked_at > now() - interval '1 day')`,
    [partnerId],
  );
  return found ?? { waiting: 0, ofDay: 0 };
}

/** Undefined: there is none after the last. */
export async function readStatementChunk(
  { partnerId, query }: PartnerScope,
  { id, no }: { id: string; no: number },
): Promise<Buffer | undefined> {
  const [found] = await query<{ bytes: Buffer }>(
    `select c.bytes from partner_statement_chunk c join partner_statement s on s.id = c.statement_id
     where s.partner_id = $1 and c.statement_id = $2 and c.no = $3`,
    [partnerId, id, no],
  );
  return found?.bytes;
}

/** The first day of a partner, and today, by the database's clock. */
export async function findDays({
  partnerId,
  query,
}: Pick<PartnerScope, 'partnerId'> & { query: Query }): Promise<{
  firstDay: string;
  today: string;
}> {
  const [found] = await query<{ firstDay: string; today: string }>(
    `select (p.created_at at time zone interval '3 hours')::date::text as "firstDay",
       (now() at time zone interval '3 hours')::date::text as today
     from (select id as partner_id, created_at from partner) as p where p.partner_id = $1`,
    [partnerId],
  );
  if (found === undefined) throw new Error(`There is no partner ${partnerId}.`);
  return found;
}
