import type { StepTrigger } from '@vezne/domain/transaction-state';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../../shared/ui/badge.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Timeline } from '../../../shared/ui/timeline.tsx';
import type { WholeTransaction } from './use-transactions.ts';

/** What a step means to a partner. Who of us has a payout in hand and at which of our accounts money lies is not theirs. */
const WORDS = {
  create: 'create',
  confirm_sent: 'confirm_sent',
  confirm_on_behalf: 'confirm_on_behalf',
  approve: 'approve',
  reject: 'reject',
  expire: 'expire',
  cancel: 'cancel',
  authorise: 'authorise',
  release_authorised: 'release_authorised',
  part_sent: 'part_sent',
  payout_returned: 'payout_returned',
  account_changed: 'account_changed',
  correct: 'correct',
} as const satisfies Partial<Record<StepTrigger, string>>;

const TONES: Partial<Record<StepTrigger, Tone>> = {
  approve: 'approved',
  reject: 'rejected',
  expire: 'rejected',
  cancel: 'rejected',
  payout_returned: 'rejected',
  correct: 'waiting',
};

const isShown = (trigger: StepTrigger): trigger is keyof typeof WORDS => Object.hasOwn(WORDS, trigger);

/** Newest first. */
export function TimelineBox({ whole, isWide }: { whole: WholeTransaction; isWide: boolean }) {
  const { t } = useTranslation();
  const { transaction, steps } = whole;
  const textOf = (trigger: keyof typeof WORDS): string => {
    if (trigger === 'create' && transaction.originalId !== null) return t('transactions.steps.late_create');
    return trigger === 'approve'
      ? t(`transactions.steps.approve_${transaction.type}`)
      : t(`transactions.steps.${trigger}`);
  };
  const entries = steps
    .flatMap(({ trigger, at }, place) =>
      isShown(trigger)
        ? [{ id: String(place), at: new Date(at), tone: TONES[trigger] ?? 'quiet', text: textOf(trigger) }]
        : [],
    )
    .toReversed();
  return (
    <Box title={t('transactions.timeline')} span={isWide ? 12 : 5}>
      <Timeline entries={entries} />
    </Box>
  );
}
