import { Checkbox } from '@mantine/core';
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { ZERO_CENTS, subtractCents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { AmountField } from '../../../../shared/ui/amount-field.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { SumList } from '../../../../shared/ui/sum.tsx';
import styles from '../../desk/pane.module.css';
import { wire } from '../../desk/wire.ts';
import own from '../withdrawals.module.css';
import { leftOf } from './sending.ts';
import type { SendDraft, SendField } from './sending.ts';

/** The transfers that were sent so far, and what is left. */
export function Parts({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation();
  if (payout.parts.length === 0) return null;
  const left = leftOf(payout);
  return (
    <section>
      <h3>{t('withdrawals.parts')}</h3>
      <SumList
        lines={[
          ...payout.parts.map(({ number, amountCents, bankReference, sentBy }) => ({
            key: String(number),
            label: t('withdrawals.part', { number }),
            note: `· ${bankReference} · ${sentBy}`,
            value: <Money amountCents={wire(amountCents)} />,
          })),
          {
            key: 'sum',
            label: t('withdrawals.sent_sum'),
            value: <Money amountCents={subtractCents(wire(payout.playerAmountCents), left)} />,
          },
        ]}
        total={{ label: t('withdrawals.left'), value: <Money amountCents={left} /> }}
      />
    </section>
  );
}

/** What the bank says of the transfer, once it was sent. */
export function AfterSending({
  payout,
  draft,
  gap,
  fieldId,
  isReferenceAsked,
  onChange,
  onEnter,
  onEscape,
}: {
  payout: PayoutDetail;
  draft: SendDraft;
  /** What was missing at the last press. */
  gap: SendField | null;
  fieldId: (field: SendField) => string;
  /** The bank's reference stood for another transfer before: the operator may say that this is right. */
  isReferenceAsked: boolean;
  onChange: (part: Partial<SendDraft>) => void;
  onEnter: () => void;
  onEscape: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const left = leftOf(payout);
  if (left === ZERO_CENTS) {
    return (
      <section>
        <Note tone="approved">{t('withdrawals.all_sent')}</Note>
      </section>
    );
  }
  const amountCents = readAmount(draft.amount);
  const isWrong = amountCents === undefined || amountCents === ZERO_CENTS || amountCents > left;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.repeat) onEnter();
    else if (event.key === 'Escape') onEscape();
    else return;
    event.preventDefault();
  };
  return (
    <section>
      <h3>{t('withdrawals.after_sending')}</h3>
      <div className={own.sending}>
        <TextField
          id={fieldId('bankReference')}
          label={t('desk.bank_reference')}
          autoComplete="off"
          maxLength={64}
          value={draft.bankReference}
          // The tick was for the reference that stood here.
          onChange={(event) =>
            onChange({ bankReference: event.currentTarget.value, isReferenceUsedBefore: false })
          }
          onKeyDown={onKeyDown}
          help={t('withdrawals.reference_help')}
          problem={
            gap === 'bankReference' && draft.bankReference.trim() === ''
              ? t('withdrawals.gap.reference')
              : undefined
          }
        />
        <div className={own.sentAmount}>
          <label htmlFor={fieldId('amount')}>{t('withdrawals.sent')}</label>
          <AmountField
            id={fieldId('amount')}
            text={draft.amount}
            onText={(amount) => onChange({ amount })}
            onEnter={onEnter}
            onEscape={onEscape}
            isWrong={isWrong}
            describedBy={isWrong ? `${fieldId('amount')}-gap` : undefined}
          />
        </div>
      </div>
      {isWrong && (
        <p className={styles.gap} id={`${fieldId('amount')}-gap`}>
          {t('withdrawals.gap.amount', { amount: displayAmount(left, language) })}
        </p>
      )}
      {isReferenceAsked && draft.bankReference !== '' && (
        <Checkbox
          className={styles.usedBefore ?? ''}
          size="xs"
          label={t('desk.used_before')}
          checked={draft.isReferenceUsedBefore}
          onChange={(event) => onChange({ isReferenceUsedBefore: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}
