import { negateCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Sheet, useFirstField } from '../../../../shared/ui/sheet.tsx';
import { MoneyLine } from '../../desk/fields.tsx';
import styles from '../../desk/pane.module.css';
import { accountName } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import { isForSecond } from '../pane/acts.ts';
import type { SheetProps } from './sheet-props.ts';

/** What authorising does. Where the books don't cover it, what the bank itself shows is asked for. */
export function AuthoriseSheet({
  payout,
  isBalanceAsked,
  isBusy,
  onAct,
  onClose,
}: SheetProps<Cents | undefined> & { isBalanceAsked: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useFirstField();
  const { cover, partner, marks } = payout;
  const isShort = isBalanceAsked || (cover !== null && cover.afterCents < 0);
  const isTwo = isForSecond(payout);
  const amount = displayAmount(wire(payout.playerAmountCents), language);
  const values = {
    partner: partner.name,
    balance: displayAmount(negateCents(wire(payout.balanceImpactCents)), language),
  };
  const balance = readAmount(text);
  const act = (): void => {
    if (isShort && balance === undefined) return setProblem(t('withdrawals.bank_balance_gap'));
    onAct(isShort ? balance : undefined);
  };
  return (
    <Sheet
      question={
        isTwo ? t('withdrawals.ask_question', { amount }) : t('withdrawals.authorise_question', { amount })
      }
      act={isTwo ? t('withdrawals.ask_second') : t('withdrawals.authorise_act')}
      {...(isTwo && { icon: 'people' })}
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
    >
      <p>
        {isTwo ? t('withdrawals.ask_consequence', values) : t('withdrawals.authorise_consequence', values)}
      </p>
      {isShort && cover !== null && (
        <>
          <p className={styles.consequence}>
            {t('withdrawals.bank_balance_text', {
              account: accountName(cover),
              amount: displayAmount(
                cover.afterCents < 0 ? negateCents(wire(cover.afterCents)) : wire(0),
                language,
              ),
            })}
          </p>
          <MoneyLine
            label={t('withdrawals.bank_balance')}
            ref={field}
            text={text}
            onText={(typed) => {
              setText(typed);
              setProblem(undefined);
            }}
            isWrong={text !== '' && balance === undefined}
          />
        </>
      )}
      <ul className={styles.exceptions}>
        {cover !== null && (
          <li>
            <Icon name="bank" />
            {t('withdrawals.pays_after', {
              account: accountName(cover),
              amount: displayAmount(wire(cover.afterCents), language),
            })}
          </li>
        )}
        {marks.map((mark) => (
          <li key={mark} className={styles.soon}>
            <Icon name="warning" />
            {t(`withdrawals.mark.${mark}`)}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
