import { HOLD_REASONS } from '@vezne/domain/hold';
import type { HoldReason } from '@vezne/domain/hold';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../../shared/i18n/age.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import type { SheetProps } from './sheet-props.ts';
import { useNow } from '../../../../shared/ui/use-now.ts';
import { NumberedChoice, PlainChoice } from '../../desk/choices.tsx';
import { HOLD_LENGTHS, USUAL_LENGTH, holdUntil } from './hold-until.ts';
import type { HoldLength } from './hold-until.ts';
import styles from '../../desk/pane.module.css';

export interface HoldInput {
  until: string;
  reason: HoldReason;
}

/** Why it waits, by number, and until when. */
export function HoldSheet({ deposit, isBusy, onAct, onClose }: SheetProps<HoldInput>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const id = useId();
  const [reason, setReason] = useState<HoldReason | null>(deposit.holdReason);
  const [chosen, setChosen] = useState<HoldLength | null>(null);
  const [problem, setProblem] = useState<string>();
  const length = chosen ?? (reason === null ? null : USUAL_LENGTH[reason]);
  const choose = (next: HoldReason): void => {
    setReason(next);
    setProblem(undefined);
  };
  const act = (): void => {
    if (reason === null || length === null) return setProblem(t('deposits.hold_gap'));
    onAct({ reason, until: holdUntil(length, new Date()).toISOString() });
  };
  return (
    <Sheet
      question={t('deposits.hold_question')}
      act={t('deposits.hold')}
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
      keys={HOLD_REASONS.map((each, index) => ({
        keys: String(index + 1),
        label: t(`deposits.hold_reason.${each}`),
        group: t('deposits.keys.group'),
        run: () => choose(each),
      }))}
    >
      <NumberedChoice
        name={`${id}-reason`}
        label={t('deposits.hold_question')}
        options={HOLD_REASONS.map((each) => [each, t(`deposits.hold_reason.${each}`)])}
        value={reason}
        onChange={choose}
      />
      <PlainChoice
        name={`${id}-length`}
        label={t('deposits.hold_length')}
        options={HOLD_LENGTHS.map((each) => [each, t(`deposits.hold_lengths.${each}`)])}
        value={length}
        onChange={setChosen}
      />
      {length !== null && (
        <p className={styles.consequence}>
          {t('deposits.hold_consequence', { time: writtenMoment(holdUntil(length, now), now, language) })}
        </p>
      )}
    </Sheet>
  );
}
