/** The entries of a balance as movements: what one decision or operation posted is one line. */
import { termsOf } from '@vezne/domain/commission';
import { addCents } from '@vezne/domain/money';
import { movementOf } from '@vezne/domain/partner-statement';
import type { PostedCause } from '@vezne/domain/partner-statement';
import type { Query } from '../../db/query.ts';
import { readBalanceEntries } from '../../db/read/ledger/balance-entries.ts';
import type { BalanceEntry, PartnerAccounts } from '../../db/read/ledger/balance-entries.ts';
import type { StatementLine } from '../../documents/partner-statement/statement.ts';

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
  let begun: BalanceEntry[] = [];
  for (let last = above; last < upTo;) {
    const entries = await readBalanceEntries(query, accounts, { above: last, upTo, limit: READ_ROWS });
    last = entries.at(-1)?.entryNo ?? fail(`The books have no entry between ${last} and ${upTo}.`);
    const lines: StatementLine[] = [];
    for (const entry of entries) {
      const [first] = begun;
      if (first !== undefined && causeOf(first) !== causeOf(entry)) {
        lines.push(lineOf(begun, first));
        begun = [];
      }
      begun.push(entry);
    }
    const [first] = begun;
    if (last === upTo && first !== undefined) lines.push(lineOf(begun, first));
    yield lines;
  }
}

/** The lines of entries that begin and end between two causes. */
export function linesIn(entries: readonly BalanceEntry[]): StatementLine[] {
  const lines: StatementLine[] = [];
  let begun: BalanceEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1];
    begun.push(entry);
    if (next !== undefined && causeOf(next) === causeOf(entry)) continue;
    lines.push(lineOf(begun, begun[0] ?? entry));
    begun = [];
  }
  return lines;
}

function fail(message: string): never {
  throw new Error(message);
}

function causeOf({ operationId, transactionId, stepNo }: BalanceEntry): string {
  return operationId ?? `${transactionId} ${stepNo}`;
}

function lineOf(entries: readonly BalanceEntry[], first: BalanceEntry): StatementLine {
  const last = entries.at(-1) ?? first;
  const { transactionId, externalReference, operationId } = first;
  const posted = {
    kind: first.kind,
    balanceCents: entries.map(({ amountCents }) => amountCents).reduce(addCents),
    earnedCents: first.earnedCents,
    withdrawal: withdrawalOf(first),
  };
  return {
    entryNo: last.entryNo,
    at: first.at,
    movement: movementOf(posted),
    balanceAfterCents: last.balanceAfterCents,
    transaction:
      transactionId === null || externalReference === null
        ? null
        : { id: transactionId, externalReference, referenceCode: first.referenceCode },
    operationId,
  };
}

function withdrawalOf(entry: BalanceEntry): PostedCause['withdrawal'] {
  const { type, requestedCents, basisPoints, fixedCents, settlementMode } = entry;
  if (type !== 'withdrawal' || requestedCents === null) return null;
  if (basisPoints === null || fixedCents === null || settlementMode === null) return null;
  return { requestedCents, terms: termsOf({ basisPoints, fixedCents, settlementMode }) };
}
