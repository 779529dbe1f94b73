import type { RefusalFigures } from '@vezne/contract/console/errors';
import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../../shared/api/api-error.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { wire } from '../../desk/wire.ts';
import { useProblemText } from '../../../../shared/session/use-problem.ts';

/** Why something is refused about a payout. Each has a sentence with its figures that says what to do. */
const REFUSALS = [
  'transaction_not_found',
  'state_conflict',
  'transaction_changed',
  'credit_line_exceeded',
  'second_person_needed',
  'paying_account_unavailable',
  'payouts_paused',
  'nothing_to_correct',
  'arrived_out_of_range',
  'misdirected_money_out',
  'reason_invalid',
  'request_already_open',
  'pressed_otherwise',
  'bank_reference_used',
  'payee_blocked',
  'marks_unread',
  'bank_balance_needed',
  'bank_balance_too_low',
  'shortfall_above_tolerance',
  'not_the_taker',
  'parts_exceed_amount',
  'parts_incomplete',
  'parts_sent',
  'part_already_recorded',
  'not_sent_unsaid',
  'bank_account_unavailable',
  'payout_account_unknown',
  'payout_never_authorised',
] as const;

export type PayoutRefusal = (typeof REFUSALS)[number];

/** Which of them an error is; null: another kind of failure. */
export function refusalOf(error: unknown): PayoutRefusal | null {
  if (codeOf(error) !== 'decision_refused') return null;
  const code = error instanceof ApiError ? error.body?.refusal : undefined;
  return REFUSALS.find((known) => known === code) ?? null;
}

/** The sentence for what was not done. */
export function usePayoutProblem(): (error: unknown) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const problemText = useProblemText();
  return (error) => {
    if (codeOf(error) !== 'decision_refused') return problemText(error);
    const figures: RefusalFigures = (error instanceof ApiError ? error.body?.figures : undefined) ?? {};
    const written = (amount: number | undefined): string =>
      amount === undefined ? '–' : displayAmount(wire(amount), language);
    return t(`withdrawals.refusals.${refusalOf(error) ?? 'other'}`, {
      needed: written(figures.neededCents),
      free: written(figures.freeCents),
      tolerance: written(figures.toleranceCents),
      bank: written(figures.bankBalanceCents),
      sent: written(figures.sentCents),
      toPay: written(figures.toPayCents),
    });
  };
}
