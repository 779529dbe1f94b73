/** How a worker makes the files that people ask for. */
import type pg from 'pg';
import type { StatementFormat, StatementProblem } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import type { Query } from '../../query.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** Which entries a file has. It never changes once it is known. */
export interface FixedEntries {
  partnerName: string;
  firstEntryNo: bigint;
  lastEntryNo: bigint;
  reservedFirstEntryNo: bigint;
  reservedLastEntryNo: bigint;
}

/** A file that this worker alone makes, for as long as it says so. */
export interface TakenStatement {
  id: string;
  partnerId: string;
  month: string | null;
  firstDay: string;
  lastDay: string;
  language: Language;
  format: StatementFormat;
  /** Which try this is. Whoever takes it after this worker has a higher number, and this one's word counts no longer. */
  attempt: number;
  fixed: FixedEntries | null;
}

/**
 * Partners take turns: first whoever got none for longest. What was tried before waits behind what was not: it may be what ends its worker.
 * A partner has at most a hundred a day to look at.
 */
const TAKE_SQL = `
update partner_statement set attempts = attempts + 1, taken_until = now() + make_interval(secs => $1)
where state = 'waiting' and id = (
  select s.id from partner_statement s
  where s.state = 'waiting' and (s.taken_until is null or s.taken_until < now())
  order by s.attempts, (
    select max(case when o.state <> 'waiting' then o.ended_at when o.taken_until >= now() then 'infinity' end)
    from partner_statement o where o.partner_id = s.partner_id and o.asked_at > now() - interval '1 day'
  ) nulls first, s.asked_at limit 1 for update skip locked
)
returning id, partner_id as "partnerId", to_char(month, 'YYYY-MM') as month, first_day::text as "firstDay", last_day::text as "lastDay",
  language, format, attempts as attempt, partner_name as "partnerName", first_entry_no as "firstEntryNo",
  last_entry_no as "lastEntryNo", reserved_first_entry_no as "reservedFirstEntryNo", reserved_last_entry_no as "reservedLastEntryNo"`;

/** The next that waits, or whose worker has not been heard of. */
export async function takeStatement(
  pool: pg.Pool,
  { leaseSeconds }: { leaseSeconds: number },
  options: StatementOptions,
): Promise<TakenStatement | undefined> {
  const query = { name: 'take-statement', text: TAKE_SQL, values: [leaseSeconds] };
  const [row] = await runWrite<
    Omit<TakenStatement, 'fixed'> & { [Name in keyof FixedEntries]: FixedEntries[Name] | null }
  >(pool, query, options);
  if (row === undefined) return undefined;
  const { partnerName, firstEntryNo, lastEntryNo, reservedFirstEntryNo, reservedLastEntryNo, ...taken } = row;
  const isFixed =
    partnerName !== null &&
    firstEntryNo !== null &&
    lastEntryNo !== null &&
    reservedFirstEntryNo !== null &&
    reservedLastEntryNo !== null;
  return {
    ...taken,
    fixed: isFixed
      ? { partnerName, firstEntryNo, lastEntryNo, reservedFirstEntryNo, reservedLastEntryNo }
      : null,
  };
}

type Try = Pick<TakenStatement, 'id' | 'attempt'>;

const STILL_OURS = `id = $1 and attempts = $2 and state = 'waiting'`;

/** Says that it is still being made. False: another worker has taken it, or it is made. */
export async function keepStatement(
  pool: pg.Pool,
  { id, attempt }: Try,
  { leaseSeconds, timeoutMs }: StatementOptions & { leaseSeconds: number },
): Promise<boolean> {
  const text = `update partner_statement set taken_until = now() + make_interval(secs => $3) where ${STILL_OURS} returning id`;
  return (await runWrite(pool, { text, values: [id, attempt, leaseSeconds] }, { timeoutMs })).length === 1;
}

/** Leaves it to the next worker, at once, as if this one had never tried. */
export async function leaveStatement(
  pool: pg.Pool,
  { id, attempt }: Try,
  options: StatementOptions,
): Promise<void> {
  const text = `update partner_statement set taken_until = null, attempts = attempts - 1 where ${STILL_OURS}`;
  await runWrite(pool, { text, values: [id, attempt] }, options);
}

/** It can't be made. */
export async function failStatement(
  pool: pg.Pool,
  { id, attempt }: Try,
  { problem, timeoutMs }: StatementOptions & { problem: StatementProblem },
): Promise<void> {
  const text = `update partner_statement set state = 'failed', problem = $3, ended_at = now() where ${STILL_OURS}`;
  await runWrite(pool, { text, values: [id, attempt, problem] }, { timeoutMs });
}

export async function fixStatement(query: Query, { id, attempt }: Try, fixed: FixedEntries): Promise<void> {
  const { partnerName, firstEntryNo, lastEntryNo, reservedFirstEntryNo, reservedLastEntryNo } = fixed;
  const rows = await query(
    `update partner_statement set partner_name = $3, first_entry_no = $4, last_entry_no = $5, reserved_first_entry_no = $6,
       reserved_last_entry_no = $7
     where ${STILL_OURS} returning id`,
    [id, attempt, partnerName, firstEntryNo, lastEntryNo, reservedFirstEntryNo, reservedLastEntryNo],
  );
  if (rows.length !== 1) throw new Error(`Statement ${id} was taken by another worker.`);
}

export async function insertStatementChunk(
  query: Query,
  { id, no, bytes }: { id: string; no: number; bytes: Buffer },
): Promise<void> {
  await query('insert into partner_statement_chunk (statement_id, no, bytes) values ($1, $2, $3)', [
    id,
    no,
    bytes,
  ]);
}

/** In the transaction that wrote its bytes. */
export async function endStatement(
  query: Query,
  { id, attempt }: Try,
  { sizeBytes, sha256 }: { sizeBytes: number; sha256: Buffer },
): Promise<void> {
  const rows = await query(
    `update partner_statement set state = 'ready', size_bytes = $3, sha256 = $4, ended_at = now() where ${STILL_OURS} returning id`,
    [id, attempt, sizeBytes, sha256],
  );
  if (rows.length !== 1) throw new Error(`Statement ${id} was taken by another worker.`);
}

/** Deletes what is older than a file is kept, with its bytes. */
export async function forgetStatements(
  pool: pg.Pool,
  { keptDays, timeoutMs }: StatementOptions & { keptDays: number },
): Promise<number> {
  const text = `delete from partner_statement where asked_at < now() - make_interval(days => $1) returning id`;
  return (await runWrite(pool, { text, values: [keptDays] }, { timeoutMs })).length;
}
