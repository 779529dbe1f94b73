import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { findNewestNumber } from '../../db/read/audit/log.ts';
import { findAuditNames } from '../../db/read/audit/names.ts';
import { safeTransactionWithin } from '../../db/transaction-within.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { refuseUnlessMay } from '../may.ts';
import { line } from '../../documents/csv.ts';
import { CSV_HEAD, csvLine } from './csv.ts';
import { readAuditPage, understand } from './look-through.ts';
import type { AuditQuestion, AuditReads } from './look-through.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Some hundred kilobytes at a time. */
const PAGE = 1_000;

/** What the log is called as a subject of its own entries. */
export const AUDIT_LOG_SUBJECT = { subjectType: 'audit_log', subjectId: 'chain' } as const;

/**
 * The log as a file, newest first. Whoever takes it is noted before the first byte leaves; what is written afterwards is not in the file, so
 * that it ends. The lines are never all in memory.
 */
export async function exportAuditLog(
  reads: AuditReads,
  { actor, question, mostRows }: { actor: SignedInPerson; question: AuditQuestion; mostRows: number },
): Promise<AsyncIterable<string>> {
  refuseUnlessMay(actor, 'audit.export');
  const { pool } = reads;
  const { filters } = await understand(reads, question);
  const newest = await findNewestNumber(pool, OPTIONS);
  await noteExport(pool, { actor, details: { filters: question, upToEntry: String(newest) } });
  return lines();

  async function* lines(): AsyncGenerator<string> {
    yield CSV_HEAD;
    let below = newest + 1n;
    let left = mostRows;
    for (;;) {
      const limit = Math.min(PAGE, left) + 1;
      const entries = await readAuditPage(pool, filters, { below, limit });
      const shown = entries.slice(0, limit - 1);
      const names = await findAuditNames(pool, shown.flatMap(namedIn), OPTIONS);
      yield shown.map((entry) => csvLine(entry, names)).join('');
      left -= shown.length;
      const last = shown.at(-1);
      if (entries.length < limit || last === undefined) return;
      if (left === 0) {
        yield line([`CUT: more than ${mostRows} entries. The next one is older than entry ${last.id}.`]);
        return;
      }
      below = last.id;
    }
  }
}

function namedIn(entry: {
  actorId: string | null;
  subjectType: string;
  subjectId: string;
}): { type: string; id: string }[] {
  return [
    { type: 'staff', id: entry.actorId ?? '' },
    { type: entry.subjectType, id: entry.subjectId },
  ];
}

async function noteExport(
  pool: pg.Pool,
  { actor, details }: { actor: SignedInPerson; details: Record<string, unknown> },
): Promise<void> {
  await safeTransactionWithin(
    pool,
    async (trx) =>
      await insertAuditEntry(trx, { actor, action: 'audit.export', ...AUDIT_LOG_SUBJECT, details }),
    OPTIONS,
  );
}
