import type pg from 'pg';
import { sumCents } from '@vezne/domain/money';
import { findEntryRange, listBankAccountEntries } from '../../db/read/ledger/bank-account-entries.ts';
import type { BankAccountEntryRow, EntryRange } from '../../db/read/ledger/bank-account-entries.ts';
import type { Period } from '../days.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** A decision posts a handful of entries, so a page has at least some dozen of them. */
const READ_ROWS = 120;

export interface EntriesPage {
  entries: BankAccountEntryRow[];
  /** Where the next page begins; null: this is the end. */
  next: bigint | null;
}

/**
 * What moved the balance of a bank account, the newest first. The books have an entry for the partner's share and another for the
 * commission; a bank has one transfer, and so has this. Entries of one cause stand side by side, because they are written under one lock.
 */
export async function readEntries(
  pool: pg.Pool,
  { accountId, before, period }: { accountId: string; before: bigint | null; period: Period },
): Promise<EntriesPage> {
  const range = await findEntryRange(pool, accountId, period, OPTIONS);
  const below = before !== null && before < range.below ? before : range.below;
  return await readEntriesOf(pool, { accountId, range: { ...range, below }, limit: READ_ROWS });
}

/** The newest of a range, each cause whole. */
export async function readEntriesOf(
  pool: pg.Pool,
  { accountId, range, limit }: { accountId: string; range: EntryRange; limit: number },
): Promise<EntriesPage> {
  const rows = await listBankAccountEntries(pool, { accountId, range, limit }, OPTIONS);
  const groups = groupsOf(rows);
  // The last one may go on beyond what was read. The next page begins with it.
  const isCut = rows.length === limit && groups.length > 1;
  const whole = isCut ? groups.slice(0, -1) : groups;
  return {
    entries: whole.flatMap(together),
    next: rows.length === limit ? (whole.at(-1)?.at(-1)?.entryNo ?? null) : null,
  };
}

function groupsOf(rows: readonly BankAccountEntryRow[]): BankAccountEntryRow[][] {
  const groups: BankAccountEntryRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.cause === row.cause) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The newest has the balance after all of them. */
function together(group: readonly BankAccountEntryRow[]): BankAccountEntryRow[] {
  const amountCents = sumCents(group.map((entry) => entry.amountCents));
  return group.slice(0, 1).map((newest) => ({ ...newest, amountCents }));
}
