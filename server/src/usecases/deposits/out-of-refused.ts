import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';

/** Late money that was refused before is at the account where it came, and no more of it can be credited than is open. */
export function outOfRefusedProblem(
  { refusedTransactionId, refusedOpenCents, ...row }: DecisionRow,
  {
    bankAccountId = row.bankAccountId ?? undefined,
    moreCents,
  }: { bankAccountId?: string | undefined; moreCents: Cents },
): 'refused_money_elsewhere' | 'refused_money_exceeded' | undefined {
  if (refusedTransactionId === null) return undefined;
  if (bankAccountId !== row.bankAccountId) return 'refused_money_elsewhere';
  return moreCents > (refusedOpenCents ?? ZERO_CENTS) ? 'refused_money_exceeded' : undefined;
}
