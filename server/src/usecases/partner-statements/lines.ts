/** Entries of a balance as lines of a statement: what one decision or operation posted is one line. */
import { termsOf } from '@vezne/domain/commission';
import { addCents } from '@vezne/domain/money';
import { movementOf } from '@vezne/domain/partner-statement';
import type { PostedCause } from '@vezne/domain/partner-statement';
import type { BalanceEntry } from '../../db/read/ledger/balance-entries.ts';
import type { StatementLine } from '../../documents/partner-statement/statement.ts';

/** The lines of entries, and the entries of the last cause, which may go on in the next ones. */
export function linesBefore(entries: readonly BalanceEntry[]): {
  lines: StatementLine[];
  open: BalanceEntry[];
} {
  const lines: StatementLine[] = [];
  let open: BalanceEntry[] = [];
  for (const entry of entries) {
    const [first] = open;
    if (first !== undefined && causeOf(first) !== causeOf(entry)) {
      lines.push(lineOf(open, first));
      open = [];
    }
    open.push(entry);
  }
  return { lines, open };
}

/** The lines of entries that begin and end between two causes. */
export function linesOf(entries: readonly BalanceEntry[]): StatementLine[] {
  const { lines, open } = linesBefore(entries);
  const [first] = open;
  return first === undefined ? lines : [...lines, lineOf(open, first)];
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
