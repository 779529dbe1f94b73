/** The entries of a bank account as a file, for people who open it with a spreadsheet. */
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { turkishTime } from '@vezne/domain/turkish-time';
import { findEntryRange } from '../../db/read/ledger/bank-account-entries.ts';
import type { BankAccountEntryRow } from '../../db/read/ledger/bank-account-entries.ts';
import { safeTransactionWithin } from '../../db/transaction-within.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { maskedNote } from '../audit/masked.ts';
import { headLine, line } from '../../documents/csv.ts';
import { periodOf } from '../days.ts';
import { refuseUnlessMay } from '../may.ts';
import { readEntriesOf } from './entries.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Some hundred kilobytes at a time. */
const READ_ROWS = 1_000;

const HEAD = [
  'entry',
  'time_utc',
  'time_turkey',
  'kind',
  'amount',
  'balance_after',
  'transaction_id',
  'transaction_type',
  'reference_code',
  'customer',
  'partner',
  'note',
  'by',
  'confirmed_by',
];

/**
 * What the page shows of a period, newest first, one line for each cause. Whoever takes it is noted before the first byte leaves; what is
 * posted afterwards is not in the file, so that it ends. The lines are never all in memory.
 */
export async function exportEntries(
  pool: pg.Pool,
  {
    actor,
    accountId,
    days,
    mostRows,
  }: {
    actor: SignedInPerson;
    accountId: string;
    days: { from?: string | undefined; to?: string | undefined };
    mostRows: number;
  },
): Promise<AsyncIterable<string>> {
  refuseUnlessMay(actor, 'bank_account.export');
  const range = await findEntryRange(pool, accountId, periodOf(days), OPTIONS);
  await noteExport(pool, { actor, accountId, details: { ...days, upToEntry: String(range.below - 1n) } });
  return lines();

  async function* lines(): AsyncGenerator<string> {
    yield headLine(HEAD);
    let left = mostRows;
    for (let { below } = range; ;) {
      const page = await readEntriesOf(pool, { accountId, range: { ...range, below }, limit: READ_ROWS });
      const shown = page.entries.slice(0, left);
      yield shown.map(entryLine).join('');
      left -= shown.length;
      const last = shown.at(-1);
      if (last !== undefined && left === 0 && (page.next !== null || shown.length < page.entries.length)) {
        yield line([`CUT: more than ${mostRows} entries. The next one is older than entry ${last.entryNo}.`]);
        return;
      }
      if (page.next === null) return;
      below = page.next;
    }
  }
}

function entryLine(entry: BankAccountEntryRow): string {
  const { entryNo, at, kind, amountCents, balanceAfterCents, transaction, partner, note, by } = entry;
  return line([
    String(entryNo),
    at.toISOString(),
    turkishTime(at).replace('T', ' '),
    kind,
    { cents: amountCents },
    { cents: balanceAfterCents },
    transaction?.id ?? '',
    transaction?.type ?? '',
    transaction?.referenceCode ?? '',
    transaction?.customerName ?? '',
    partner ?? '',
    note === null ? '' : maskedNote(note),
    by,
    entry.confirmedBy ?? '',
  ]);
}

async function noteExport(
  pool: pg.Pool,
  {
    actor,
    accountId,
    details,
  }: { actor: SignedInPerson; accountId: string; details: Record<string, unknown> },
): Promise<void> {
  await safeTransactionWithin(
    pool,
    async (trx) =>
      await insertAuditEntry(trx, {
        actor,
        action: 'bank_account.export',
        subjectType: 'bank_account',
        subjectId: accountId,
        details,
      }),
    OPTIONS,
  );
}
