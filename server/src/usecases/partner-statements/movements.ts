/** The movements of a balance, read from the books. */
import type { Query } from '../../db/query.ts';
import { readBalanceEntries } from '../../db/read/ledger/balance-entries.ts';
import type { BalanceEntry, PartnerAccounts } from '../../db/read/ledger/balance-entries.ts';
import type { StatementLine } from '../../documents/partner-statement/statement.ts';
import { linesBefore, linesOf } from './lines.ts';

/** Some hundred kilobytes at a time. */
const READ_ROWS = 1_000;

/** Above one entry and up to another. Both stand between two causes: what is posted together is one statement of the database. */
export interface EntryRange {
  above: bigint;
  upTo: bigint;
}

/** All lines of a range, in the order of the books, some at a time. */
export async function* readMovements(
  query: Query,
  accounts: PartnerAccounts,
  { above, upTo }: EntryRange,
): AsyncGenerator<readonly StatementLine[]> {
  let begun: readonly BalanceEntry[] = [];
  for (let last = above; last < upTo;) {
    const entries = await readBalanceEntries(query, accounts, { above: last, upTo, limit: READ_ROWS });
    last = entries.at(-1)?.entryNo ?? fail(`The books have no entry between ${last} and ${upTo}.`);
    const known = [...begun, ...entries];
    if (last === upTo) {
      yield linesOf(known);
    } else {
      const { lines, open } = linesBefore(known);
      begun = open;
      yield lines;
    }
  }
}

function fail(message: string): never {
  throw new Error(message);
}
