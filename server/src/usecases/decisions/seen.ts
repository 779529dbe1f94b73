import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { findOperationsAloneToday } from '../../db/read/requests/alone-today.ts';
import { findUsedReferences, referenceKey } from '../../db/read/desk/bank-references.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findPayingAccounts } from '../../db/read/payouts/paying-accounts.ts';
import type { PayingAccount } from '../../db/read/payouts/paying-accounts.ts';
import type { StatementOptions } from '../../db/statement.ts';
import type { Decision, DecisionFacts } from './decision.ts';

/** What decisions depend on, read together for all of them. */
export interface SeenForDecisions {
  rows: ReadonlyMap<string, DecisionRow>;
  factsOf(decision: Decision, row: DecisionRow): DecisionFacts;
}

export async function readForDecisions(
  pool: pg.Pool,
  decisions: readonly Decision[],
  options: StatementOptions,
): Promise<SeenForDecisions> {
  const rows = await findDecisionRows(
    pool,
    decisions.map(({ transactionId }) => transactionId),
    options,
  );
  const withRows = decisions.flatMap((decision) => {
    const row = rows.get(decision.transactionId);
    return row === undefined ? [] : [{ decision, row }];
  });
  const accountIds = withRows.flatMap(({ decision, row }) => decision.payingAccountOf?.(row) ?? []);
  const references = withRows.flatMap(({ decision, row }) => decision.bankReferenceOf?.(row) ?? []);
  // Most decisions depend on nothing of this, and ask for nothing.
  const accounts =
    accountIds.length === 0
      ? new Map<string, PayingAccount>()
      : await findPayingAccounts(pool, [...new Set(accountIds)], options);
  const used =
    references.length === 0 ? new Set<string>() : await findUsedReferences(pool, references, options);
  const subjects = withRows.flatMap(({ decision, row }) => decision.operationsSubjectOf?.(row) ?? []);
  const aloneToday =
    subjects.length === 0
      ? new Map<string, Cents>()
      : await findOperationsAloneToday(pool, subjects, options);
  return {
    rows,
    factsOf(decision, row) {
      const accountId = decision.payingAccountOf?.(row);
      const reference = decision.bankReferenceOf?.(row);
      return {
        account: accountId ? accounts.get(accountId) : undefined,
        isReferenceUsed: reference ? used.has(referenceKey(reference)) : false,
        operationsAloneTodayCents: aloneToday.get(decision.operationsSubjectOf?.(row) ?? ''),
      };
    },
  };
}
