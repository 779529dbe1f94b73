import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../../shared/api/api-error.ts';
import { useProblemText } from '../../../../shared/session/use-problem.ts';

/** Why a decision about a deposit is refused. Each has a sentence that says what to do. */
const REFUSALS = [
  'transaction_not_found',
  'state_conflict',
  'transaction_changed',
  'nothing_left',
  'nothing_to_correct',
  'account_without_money',
  'account_unclear',
  'paying_account_unavailable',
  'reason_invalid',
  'bulk_too_large',
  'needs_own_decision',
  'request_already_open',
  'pressed_otherwise',
  'sighting_needed',
  'bank_reference_used',
  'money_seen_missing',
  'money_seen_unsaid',
  'money_seen_contradicts',
  'money_seen_before',
  'hold_out_of_range',
  'not_held',
  'deposit_still_open',
  'late_money_waiting',
  'refused_money_not_found',
  'refused_money_exceeded',
  'refused_money_unsaid',
  'refused_money_elsewhere',
] as const;

type Refusal = (typeof REFUSALS)[number] | 'other';

function refusalOf(code: string | undefined): Refusal {
  return REFUSALS.find((known) => known === code) ?? 'other';
}

/** The sentence for a refusal of a row in a bulk. */
export function useRefusalText(): (code: string, claimedBy?: string) => string {
  const { t } = useTranslation();
  return (code, claimedBy) =>
    claimedBy === undefined
      ? t(`refusals.${refusalOf(code)}`)
      : t('deposits.claimed_refusal', { name: claimedBy });
}

/** The bank's reference stands for another transfer already. */
export function isReferenceUsed(error: unknown): boolean {
  return error instanceof ApiError && error.body?.refusal === 'bank_reference_used';
}

/** The sentence for a decision that was not made. */
export function useDecisionProblem(): (error: unknown) => string {
  const refusalText = useRefusalText();
  const problemText = useProblemText();
  return (error) => {
    const body = error instanceof ApiError ? error.body : null;
    const code = codeOf(error);
    if (code === 'decision_refused') return refusalText(body?.refusal ?? 'other');
    if (code === 'deposit_claimed') return refusalText(code, body?.claimedBy ?? '');
    return problemText(error);
  };
}
