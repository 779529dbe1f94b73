import { subtractCents } from '@vezne/domain/money';
import { findPayingAccounts } from '../../db/read/payouts/paying-accounts.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { amountText, indented } from '../layout.ts';
import type { Told } from '../performed.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import type { Books } from '../with-database.ts';

/** What the account that will pay holds by the books, what else is authorised from it, and what this payout leaves. */
export async function showPayingAccount(row: DecisionRow, { pool }: Books): Promise<Told> {
  const id = row.bankAccountId ?? '';
  const account = (await findPayingAccounts(pool, [id], STATEMENT_OPTIONS)).get(id);
  // Somebody has released it since.
  if (account === undefined) return { values: { payingAccount: null }, lines: [] };
  const { balanceCents, authorisedCents } = account;
  const afterCents = subtractCents(subtractCents(balanceCents, authorisedCents), row.playerAmountCents);
  return {
    values: { payingAccount: { id, balanceCents, authorisedCents, afterCents } },
    lines: [
      'The account that will pay, by the books:',
      ...indented([
        ['balance', amountText(balanceCents)],
        ['authorised from it', amountText(authorisedCents)],
        ['after this payout', amountText(afterCents)],
      ]),
      ...(afterCents < 0n
        ? [
            'That is too little: look at the bank, and say what it shows when you authorise it, with --bank-balance.',
          ]
        : []),
    ],
  };
}
