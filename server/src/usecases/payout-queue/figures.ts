import type pg from 'pg';
import { addCents, negateCents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { findBalance } from '../../db/read/ledger/balances.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import { findPayingAccounts } from '../../db/read/payouts/paying-accounts.ts';
import { refusal } from '../refusal.ts';
import type { DecisionRefusalCode, Refusal } from '../refusal.ts';
import type { PayoutFigures } from '../refusals/decisions.ts';

const OPTIONS = { timeoutMs: 5_000 };

const COVER_CODES = ['bank_balance_needed', 'bank_balance_too_low', 'shortfall_above_tolerance'] as const;

/** The same refusal with the figures that it is about, as they are now. */
export async function withFigures(
  pool: pg.Pool,
  refused: Refusal<DecisionRefusalCode>,
  { transactionId, bankBalanceCents }: { transactionId: string; bankBalanceCents: Cents | undefined },
): Promise<Refusal<DecisionRefusalCode>> {
  const { code, details } = refused;
  const cover = COVER_CODES.find((one) => one === code);
  if (cover === undefined && code !== 'credit_line_exceeded') return refused;
  const row = (await findDecisionRows(pool, [transactionId], OPTIONS)).get(transactionId);
  if (row === undefined) return refused;
  let figures: PayoutFigures | undefined;
  if (cover === undefined) {
    const { availableCents } = await findBalance(pool, row.partnerId, OPTIONS);
    figures = {
      neededCents: negateCents(row.balanceImpactCents),
      freeCents: addCents(availableCents, row.partnerCreditLineCents),
      creditLineCents: row.partnerCreditLineCents,
    };
  } else {
    const id = row.bankAccountId ?? '';
    const account = (await findPayingAccounts(pool, id === '' ? [] : [id], OPTIONS)).get(id);
    figures = account && {
      neededCents: row.playerAmountCents,
      freeCents: subtractCents(account.balanceCents, account.authorisedCents),
      toleranceCents: account.toleranceCents,
      bankBalanceCents,
    };
  }
  return refusal(cover ?? 'credit_line_exceeded', { transactionId, ...details, figures });
}
