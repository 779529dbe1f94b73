import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { foldedColumns } from '../folded-columns.ts';
import { amountText } from '../layout.ts';
import { shortFingerprint } from './transaction-rows.ts';

/**
 * What waits, as the lines that `deposit approve --from-file` takes. After # stands what a person looks for at the bank. What has to be
 * decided by itself is there as well, all of it after #, with the reason: nobody has to wonder where it is.
 */
export function bulkLines(rows: readonly DecisionRow[], whyAlone: (row: DecisionRow) => string): string[] {
  const written = rows.map((row) => {
    const why = whyAlone(row);
    const facts = [amountText(row.amountCents), row.referenceCode ?? '', row.customerFullName, why];
    const decided = `${toTransactionId(row.id)} ${shortFingerprint(row)}`;
    return { decided: why === '' ? `${decided}  # ` : `# ${decided}: `, facts };
  });
  const facts = foldedColumns(
    written.map((one) => one.facts),
    { width: Infinity },
  );
  return [
    '# Take out every line whose money you have not seen at the bank. Then: vezne deposit approve --from-file FILE',
    ...written.map(({ decided }, index) => decided + (facts[index]?.[0] ?? '')),
  ];
}
