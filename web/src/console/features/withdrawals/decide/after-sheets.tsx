/** What can still happen to a payout whose money has left. */
import { Checkbox } from '@mantine/core';
import { negateCents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount, readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { SelectField } from '../../../../shared/ui/select-field.tsx';
import { Sheet, useFirstField } from '../../../../shared/ui/sheet.tsx';
import { MoneyLine, NoteField } from '../../desk/fields.tsx';
import styles from '../../desk/pane.module.css';
import { accountName, useAccountOptions } from '../../desk/use-accounts.ts';
import { wire } from '../../desk/wire.ts';
import type { MisdirectInput, ReturnInput } from './presses.ts';
import type { SheetProps } from './sheet-props.ts';

/** The bank sent it back. */
export function ReturnSheet({ payout, isBusy, onAct, onClose }: SheetProps<ReturnInput>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState(fieldAmount(wire(payout.playerAmountCents), language));
  const [accountId, setAccountId] = useState(payout.bankAccount?.id ?? null);
  const [isItself, setIsItself] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useFirstField();
  const accounts = useAccountOptions(payout.bankAccount === null ? [] : [payout.bankAccount]);
  const arrived = readAmount(text);
  const isOut = payout.misdirectedOutCents > 0;
  const out = displayAmount(wire(payout.misdirectedOutCents), language);
  const act = (): void => {
    if (arrived === undefined) return setProblem(t('desk.amount_wrong'));
    if (isOut && !isItself) return setProblem(t('withdrawals.return.itself_gap', { amount: out }));
    onAct({ arrived, bankAccountId: accountId, isPaymentItself: isItself });
  };
  return (
    <Sheet
      question={t('withdrawals.return.question')}
      act={t('withdrawals.return.act')}
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
    >
      <MoneyLine
        label={t('withdrawals.return.arrived')}
        ref={field}
        text={text}
        onText={setText}
        isWrong={arrived === undefined}
      />
      <SelectField
        label={t('withdrawals.return.account')}
        none={t('desk.choose_account')}
        options={accounts}
        value={accountId}
        onChange={setAccountId}
      />
      {isOut && (
        <Checkbox
          size="xs"
          label={t('withdrawals.return.itself')}
          checked={isItself}
          onChange={(event) => setIsItself(event.currentTarget.checked)}
        />
      )}
      <p className={styles.consequence}>
        {t('withdrawals.return.consequence', {
          partner: payout.partner.name,
          balance: displayAmount(negateCents(wire(payout.balanceImpactCents)), language),
        })}
      </p>
    </Sheet>
  );
}

/** Another of our accounts paid it. */
export function CorrectSheet({
  payout,
  isBusy,
  onAct,
  onClose,
}: SheetProps<{ bankAccountId: string; note: string }>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [accountId, setAccountId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const { bankAccount } = payout;
  const accounts = useAccountOptions([]).filter(([id]) => id !== bankAccount?.id);
  const to = accounts.find(([id]) => id === accountId)?.[1];
  const act = (): void => {
    if (accountId === null) return setProblem(t('withdrawals.correct.gap_same'));
    if (note.trim() === '') return setProblem(t('withdrawals.correct.gap_note'));
    onAct({ bankAccountId: accountId, note: note.trim() });
  };
  return (
    <Sheet
      question={t('withdrawals.correct.question')}
      act={t('withdrawals.ask_second')}
      icon="people"
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
    >
      <SelectField
        label={t('withdrawals.done.pays')}
        none={t('desk.choose_account')}
        options={accounts}
        value={accountId}
        onChange={setAccountId}
      />
      <NoteField label={t('withdrawals.correct.why')} text={note} onText={setNote} />
      <ul className={styles.exceptions}>
        {to !== undefined && bankAccount !== null && (
          <li>
            <Icon name="swap" />
            {t('withdrawals.correct.consequence', {
              amount: displayAmount(wire(payout.playerAmountCents), language),
              from: accountName(bankAccount),
              to,
              partner: payout.partner.name,
            })}
          </li>
        )}
        <Second />
      </ul>
    </Sheet>
  );
}

/** It went to a wrong account, and is paid once more. */
export function MisdirectSheet({ payout, isBusy, onAct, onClose }: SheetProps<MisdirectInput>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState('');
  const [accountId, setAccountId] = useState(payout.bankAccount?.id ?? null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useFirstField();
  const accounts = useAccountOptions(payout.bankAccount === null ? [] : [payout.bankAccount]);
  const amount = readAmount(text);
  const act = (): void => {
    if (amount === undefined) return setProblem(t('desk.amount_wrong'));
    if (accountId === null) return setProblem(t('desk.choose_account'));
    if (note.trim() === '') return setProblem(t('withdrawals.correct.gap_note'));
    onAct({ amount, bankAccountId: accountId, note: note.trim() });
  };
  return (
    <Sheet
      question={t('withdrawals.misdirect.question')}
      act={t('withdrawals.ask_second')}
      icon="people"
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
    >
      <MoneyLine
        label={t('withdrawals.misdirect.amount')}
        ref={field}
        text={text}
        onText={setText}
        isWrong={text !== '' && amount === undefined}
      />
      <SelectField
        label={t('withdrawals.misdirect.account')}
        none={t('desk.choose_account')}
        options={accounts}
        value={accountId}
        onChange={setAccountId}
      />
      <NoteField label={t('withdrawals.misdirect.why')} text={note} onText={setNote} />
      <ul className={styles.exceptions}>
        {amount !== undefined && (
          <li>
            <Icon name="swap" />
            {t('withdrawals.misdirect.consequence', {
              amount: displayAmount(amount, language),
              partner: payout.partner.name,
            })}
          </li>
        )}
        <Second />
      </ul>
    </Sheet>
  );
}

function Second() {
  const { t } = useTranslation();
  return (
    <li>
      <Icon name="people" />
      {t('withdrawals.correct.second')}
    </li>
  );
}
