/** Ways back: into the queue, to the partner, or to another hand. */
import { Checkbox } from '@mantine/core';
import { negateCents } from '@vezne/domain/money';
import { REJECTION_REASONS, rejectionProblem } from '@vezne/domain/rejection';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { displayAmount } from '@vezne/domain/written';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Sheet, useFirstField } from '../../../../shared/ui/sheet.tsx';
import { NumberedChoice } from '../../desk/choices.tsx';
import { NoteField } from '../../desk/fields.tsx';
import styles from '../../desk/pane.module.css';
import { wire } from '../../desk/wire.ts';
import type { RejectInput } from './presses.ts';
import type { SheetProps } from './sheet-props.ts';

/** After the authorisation the money may have left: whoever takes it back says that they looked. */
function useLookedAtBank({ stage }: SheetProps['payout']) {
  const { t } = useTranslation();
  const [isTicked, setIsTicked] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isNeeded = stage === 'authorised';
  return {
    tick: isNeeded && (
      <Checkbox
        size="xs"
        label={t('withdrawals.not_sent_tick')}
        checked={isTicked}
        onChange={(event) => setIsTicked(event.currentTarget.checked)}
      />
    ),
    gap: isAsked && isNeeded && !isTicked ? t('withdrawals.hand_over_gap') : undefined,
    /** Acts if they have. */
    ifSo: (act: () => void): void => {
      setIsAsked(true);
      if (!isNeeded || isTicked) act();
    },
  };
}

export function ReleaseSheet({ payout, isBusy, onAct, onClose }: SheetProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const looked = useLookedAtBank(payout);
  const values = {
    partner: payout.partner.name,
    balance: displayAmount(negateCents(wire(payout.balanceImpactCents)), language),
  };
  return (
    <Sheet
      question={t('withdrawals.release_question')}
      act={t('withdrawals.release')}
      isBusy={isBusy}
      problem={looked.gap}
      onAct={() => looked.ifSo(onAct)}
      onClose={onClose}
    >
      <p>
        {payout.stage === 'authorised'
          ? t('withdrawals.release_authorised_consequence', values)
          : t('withdrawals.release_consequence', values)}
      </p>
      {looked.tick}
    </Sheet>
  );
}

const REASONS = REJECTION_REASONS.withdrawal;

/** Why it is not paid, by number. */
export function RejectSheet({ payout, isBusy, onAct, onClose }: SheetProps<RejectInput>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [reason, setReason] = useState<ReasonCode | null>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const looked = useLookedAtBank(payout);
  const choose = (chosen: ReasonCode): void => {
    setReason(chosen);
    setProblem(undefined);
  };
  const act = (): void => {
    if (reason === null) return setProblem(t('withdrawals.reject_gap.reason'));
    const trimmed = note.trim();
    if (rejectionProblem('withdrawal', { reasonCode: reason, note: trimmed === '' ? null : trimmed }))
      return setProblem(t('withdrawals.reject_gap.note'));
    looked.ifSo(() => onAct({ reason, note: trimmed === '' ? undefined : trimmed }));
  };
  return (
    <Sheet
      question={t('withdrawals.reject_question')}
      act={t('desk.reject')}
      isRisky
      isBusy={isBusy}
      problem={problem ?? looked.gap}
      onAct={act}
      onClose={onClose}
      keys={REASONS.map((each, index) => ({
        keys: String(index + 1),
        label: t(`withdrawals.reason.${each}`),
        group: t('withdrawals.keys.group'),
        run: () => choose(each),
      }))}
    >
      <NumberedChoice
        name={`${id}-reason`}
        label={t('withdrawals.reject_question')}
        options={REASONS.map((each) => [each, t(`withdrawals.reason.${each}`)])}
        value={reason}
        onChange={choose}
      />
      {reason === 'other' && <NoteField label={t('desk.note')} text={note} onText={setNote} />}
      {reason !== null && (
        <p className={styles.consequence}>
          {t('withdrawals.reject_consequence', {
            player: payout.customer.username,
            partner: payout.partner.name,
            reason: t(`withdrawals.reason.${reason}`).toLocaleLowerCase(language),
          })}
        </p>
      )}
      {looked.tick}
    </Sheet>
  );
}

/** Somebody else goes on, who has looked at the bank. */
export function HandOverSheet({ payout, isBusy, onAct, onClose }: SheetProps) {
  const { t } = useTranslation();
  const [isNotSent, setIsNotSent] = useState(false);
  const [problem, setProblem] = useState<string>();
  const tick = useFirstField();
  return (
    <Sheet
      question={t('withdrawals.hand_over_question')}
      act={t('withdrawals.hand_over')}
      isBusy={isBusy}
      problem={problem}
      onAct={() => (isNotSent ? onAct() : setProblem(t('withdrawals.hand_over_gap')))}
      onClose={onClose}
    >
      <p>{t('withdrawals.hand_over_consequence', { name: payout.taker?.name ?? t('withdrawals.nobody') })}</p>
      <Checkbox
        ref={tick}
        size="xs"
        label={t('withdrawals.hand_over_tick')}
        checked={isNotSent}
        onChange={(event) => {
          setIsNotSent(event.currentTarget.checked);
          setProblem(undefined);
        }}
      />
    </Sheet>
  );
}
