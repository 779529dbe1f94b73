/** Makes the files that people of partners ask for, one at a time. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { reserveSums, startSums, statementNumber } from '@vezne/domain/partner-statement';
import type { StatementFormat } from '@vezne/domain/partner-statement';
import type { Clock } from '../../clock.ts';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { isConnectionLost } from '../../db/errors.ts';
import { findPartnerAccounts } from '../../db/read/ledger/balance-entries.ts';
import { balanceAfter, findEntryTime } from '../../db/read/ledger/partner-books.ts';
import { findClosedMonth } from '../../db/read/partners/partner-months.ts';
import { untilCommitIsSafe, withConnection } from '../../db/statement.ts';
import {
  endStatement,
  failStatement,
  insertStatementChunk,
  keepStatement,
  leaveStatement,
  takeStatement,
} from '../../db/write/partners/statement-making.ts';
import type { FixedEntries, TakenStatement } from '../../db/write/partners/statement-making.ts';
import { csvOf } from '../../documents/partner-statement/csv.ts';
import type { Statement, StatementLines } from '../../documents/partner-statement/statement.ts';
import { xlsxOf } from '../../documents/partner-statement/xlsx.ts';
import { inChunks } from './chunks.ts';
import { fixEntries } from './fix.ts';
import { readMovements } from './movements.ts';

const OPTIONS = { timeoutMs: 30_000 };

/** A worker that is not heard of for so long has died, and the next one begins anew. */
const LEASE_SECONDS = 60;
/** So often it says that it lives. */
const KEPT_EVERY_MS = 15_000;

/** What fails so often fails for ever. */
const MOST_ATTEMPTS = 5;

/** A sheet has room for a million; on paper they are a thousand pages, which nobody reads. */
const MOST_ENTRIES: Readonly<Record<StatementFormat, bigint>> = {
  csv: 1_000_000n,
  xlsx: 1_000_000n,
  pdf: 50_000n,
};

type Renderer = (statement: Statement, lines: StatementLines) => AsyncIterable<string | Uint8Array>;

/** What draws on paper is read when the first paper is asked for: a worker starts in half the time without it. */
const RENDERERS: Readonly<Record<StatementFormat, () => Promise<Renderer>>> = {
  csv: async () => csvOf,
  xlsx: async () => xlsxOf,
  pdf: async () => (await import('../../documents/partner-statement/pdf.ts')).pdfOf,
};

export interface MakingContext {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  /** Whoever stops leaves what it makes to the next worker. */
  stopping?: AbortSignal;
}

/** Makes the next file. False: none waits. */
export async function makeNextStatement(context: MakingContext): Promise<boolean> {
  const { pool, log, stopping } = context;
  const statement = await takeStatement(pool, { leaseSeconds: LEASE_SECONDS }, OPTIONS);
  if (statement === undefined) return false;
  const { id, format, partnerId } = statement;
  if (statement.attempt > MOST_ATTEMPTS) {
    await giveUp(context, statement);
    return true;
  }
  try {
    const fixed = statement.fixed ?? (await fixEntries(pool, statement));
    const entries = fixed.lastEntryNo - fixed.firstEntryNo + 1n;
    if (entries > MOST_ENTRIES[format]) {
      await failStatement(pool, statement, { ...OPTIONS, problem: 'too_many_movements' });
      log.warn(
        { statementId: id, partnerId, format, entries: String(entries) },
        'a statement has too many movements',
      );
      return true;
    }
    const sizeBytes = await make(context, statement, fixed);
    log.info({ statementId: id, partnerId, format, sizeBytes }, 'a statement was made');
  } catch (error) {
    if (stopping?.aborted === true) await leaveStatement(pool, statement, OPTIONS);
    else await noteFailure(context, statement, error);
  }
  return true;
}

/** Whoever tried before can't say what happened: the file may end its worker. So nothing of it is read once more. */
async function giveUp({ pool, log }: MakingContext, statement: TakenStatement): Promise<void> {
  const { id, partnerId, format } = statement;
  log.error(
    { alarm: 'job_failed', statementId: id, partnerId, format, attempts: MOST_ATTEMPTS },
    'a statement was given up: every worker that began it was not heard of again',
  );
  await failStatement(pool, statement, { ...OPTIONS, problem: 'not_made' });
}

async function noteFailure(
  { pool, log }: MakingContext,
  statement: TakenStatement,
  error: unknown,
): Promise<void> {
  const { id, partnerId, attempt } = statement;
  // A database that is away has an alarm of its own, and says nothing about the statement.
  if (isConnectionLost(error)) {
    log.warn({ err: error, statementId: id }, 'the database went away while a statement was made');
    return;
  }
  log.error(
    { alarm: 'job_failed', err: error, statementId: id, partnerId, attempt },
    'a statement could not be made; it is tried again a few times',
  );
  if (attempt >= MOST_ATTEMPTS) await failStatement(pool, statement, { ...OPTIONS, problem: 'not_made' });
}

/**
 * One transaction for all bytes and for the word that it is ready: a worker that dies leaves nothing behind. It needs no moment of its own
 * in the database: which entries it has is fixed, and none of them ever changes.
 */
async function make(context: MakingContext, statement: TakenStatement, fixed: FixedEntries): Promise<number> {
  return await withConnection(
    context.pool,
    async (client) =>
      await untilCommitIsSafe(client, OPTIONS.timeoutMs, async () => {
        const query = queryOn(client, OPTIONS);
        // Between two reads a page is drawn, which takes longer on a busy machine than a session may rest.
        await query(`begin; set local idle_in_transaction_session_timeout = '60s'`);
        const keep = keeper(context, statement);
        const lines = (): StatementLines => keptLines(query, { partnerId: statement.partnerId, fixed, keep });
        const head = await readHead(query, { statement, fixed, lines: lines() });
        const hash = createHash('sha256');
        let sizeBytes = 0;
        let no = 0;
        const render = await RENDERERS[statement.format]();
        for await (const bytes of inChunks(render(head, lines()))) {
          hash.update(bytes);
          sizeBytes += bytes.length;
          await insertStatementChunk(query, { id: statement.id, no: (no += 1), bytes });
        }
        await endStatement(query, statement, { sizeBytes, sha256: hash.digest() });
        await query('commit');
        return sizeBytes;
      }),
  );
}

/** Says from time to time that it is still being made, and stops when it should. */
function keeper({ pool, clock, stopping }: MakingContext, statement: TakenStatement): () => Promise<void> {
  let keptAt = clock.monotonicMs();
  return async () => {
    if (stopping?.aborted === true) throw new Error('The worker stops.');
    if (clock.monotonicMs() - keptAt < KEPT_EVERY_MS) return;
    keptAt = clock.monotonicMs();
    const isOurs = await keepStatement(pool, statement, { ...OPTIONS, leaseSeconds: LEASE_SECONDS });
    if (!isOurs) throw new Error(`Statement ${statement.id} was taken by another worker.`);
  };
}

async function* keptLines(
  query: Query,
  { partnerId, fixed, keep }: { partnerId: string; fixed: FixedEntries; keep: () => Promise<void> },
): StatementLines {
  const accounts = await findPartnerAccounts(query, partnerId);
  const range = { above: fixed.firstEntryNo - 1n, upTo: fixed.lastEntryNo };
  for await (const lines of readMovements(query, accounts, range)) {
    await keep();
    yield lines;
  }
}

/** What stands at the head of a statement is known only when all lines were read once. */
async function readHead(
  query: Query,
  { statement, fixed, lines }: { statement: TakenStatement; fixed: FixedEntries; lines: StatementLines },
): Promise<Statement> {
  const { partnerId, month, language } = statement;
  const openingCents = await balanceAfter(
    query,
    { partnerId, book: 'partner_balance' },
    fixed.firstEntryNo - 1n,
  );
  const sums = startSums(openingCents);
  for await (const some of lines) {
    for (const { movement, balanceAfterCents } of some) sums.add(movement, balanceAfterCents);
  }
  const ofReserve = { partnerId, book: 'partner_reserved' } as const;
  const reserved = {
    openingCents: await balanceAfter(query, ofReserve, fixed.reservedFirstEntryNo - 1n),
    closingCents: await balanceAfter(query, ofReserve, fixed.reservedLastEntryNo),
  };
  const closed = month === null ? undefined : await findClosedMonth(query, partnerId, month);
  if (
    closed !== undefined &&
    (closed.closingCents !== sums.closingCents() || closed.movements !== sums.count())
  ) {
    throw new Error(`The entries of partner ${partnerId} do not lead to what ${month} was closed with.`);
  }
  return {
    partnerName: fixed.partnerName,
    language,
    number: closed === undefined ? null : statementNumber(closed),
    month,
    from: statement.firstDay,
    to: statement.lastDay,
    balance: { openingCents, closingCents: sums.closingCents() },
    lastEntry: closed === undefined ? await findLastEntry(query, partnerId, fixed.lastEntryNo) : null,
    reserved,
    sums: sums.sums(),
    reserveSums: reserveSums(sums.sums(), reserved),
  };
}

/** Its time never changes, so the file is the same bytes each time. Null: the balance has no entry yet. */
async function findLastEntry(query: Query, partnerId: string, no: bigint): Promise<Statement['lastEntry']> {
  const at = await findEntryTime(query, { partnerId, book: 'partner_balance' }, no);
  return at === undefined ? null : { no, at };
}
