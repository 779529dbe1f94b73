import { formatAmount } from '@vezne/domain/money';
import { REJECTION_REASONS, moneySeenProblem, rejectionProblem } from '@vezne/domain/rejection';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { displayAmount } from '@vezne/domain/written';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Sheet } from '../../../../shared/ui/sheet.tsx';
import { NumberedChoice, PlainChoice } from '../../desk/choices.tsx';
import { accountOf } from '../pane/draft.ts';
import { wire } from '../../desk/wire.ts';
import type { Draft } from '../pane/draft.ts';
import styles from '../../desk/pane.module.css';
import { MoneyLine, NoteField } from '../../desk/fields.tsx';
import type { SheetProps } from './sheet-props.ts';

export interface RejectInput {
  reason: ReasonCode;
  note: string | undefined;
  /** null: none was seen; undefined: the reason says enough. */
  moneySeen: { amount: string; bankAccountId: string } | null | undefined;
}

const REASONS = REJECTION_REASONS.deposit;

/** Why it is rejected, by number; then what became of the money, for somebody looks for it later. */
export function RejectSheet({
  deposit,
  draft,
  isBusy,
  onAct,
  onClose,
}: SheetProps<RejectInput> & { draft: Draft }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [reason, setReason] = useState<ReasonCode | null>(null);
  const [came, setCame] = useState<'yes' | 'no' | null>(null);
  const [amount, setAmount] = useState(draft.arrived);
  const [accountId, setAccountId] = useState(accountOf(deposit, draft)?.id ?? null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const question = reason === null ? 'none' : moneyQuestion(reason);
  const hasMoney = question === 'must' || (question === 'open' && came === 'yes');
  const accounts = [deposit.bankAccount, deposit.previousBankAccount].filter((account) => account !== null);
  const account = accounts.find((each) => each.id === accountId);
  const amountCents = readAmount(amount);
  const written = amountCents === undefined ? amount : displayAmount(amountCents, language);

  const isAsAsked = (text: string): boolean => readAmount(text) === wire(deposit.amountCents);
  const choose = (chosen: ReasonCode): void => {
    setReason(chosen);
    setProblem(undefined);
    // Another amount than the one asked for is for the person to say: a preset one would be entered unread.
    setAmount(chosen === 'amount_mismatch' && isAsAsked(draft.arrived) ? '' : draft.arrived);
  };
  const act = (): void => {
    if (reason === null) return setProblem(t('deposits.reject_gap.reason'));
    const trimmed = note.trim();
    if (rejectionProblem('deposit', { reasonCode: reason, note: trimmed === '' ? null : trimmed }))
      return setProblem(t('deposits.reject_gap.note'));
    if (hasMoney && amountCents === undefined) return setProblem(t('desk.amount_wrong'));
    if (reason === 'amount_mismatch' && isAsAsked(amount))
      return setProblem(t('deposits.reject_gap.same_amount'));
    if (hasMoney && accountId === null) return setProblem(t('deposits.gap.account'));
    const moneySeen =
      hasMoney && amountCents !== undefined && accountId !== null
        ? { amount: formatAmount(amountCents), bankAccountId: accountId }
        : question === 'open' && came === null
          ? undefined
          : null;
    const said = question === 'none' ? undefined : moneySeen;
    const unsaid = moneySeenProblem(reason, said);
    if (unsaid !== undefined) return setProblem(t(`refusals.${unsaid}`));
    onAct({ reason, note: trimmed === '' ? undefined : trimmed, moneySeen: said });
  };
  return (
    <Sheet
      question={t('deposits.reject_question')}
      act={t('desk.reject')}
      isRisky
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
      keys={REASONS.map((each, index) => ({
        keys: String(index + 1),
        label: t(`desk.reason.${each}`),
        group: t('deposits.keys.group'),
        run: () => choose(each),
      }))}
    >
      <NumberedChoice
        name={`${id}-reason`}
        label={t('deposits.reject_question')}
        options={REASONS.map((each) => [each, t(`desk.reason.${each}`)])}
        value={reason}
        onChange={choose}
      />
      {question === 'open' && (
        <PlainChoice
          name={`${id}-came`}
          label={t('deposits.money_question')}
          options={[
            ['yes', t('deposits.money_came')],
            ['no', t('deposits.money_not_came')],
          ]}
          value={came}
          onChange={setCame}
        />
      )}
      {hasMoney && (
        <MoneyLine
          label={t('deposits.arrived')}
          text={amount}
          onText={setAmount}
          isWrong={amount !== '' && amountCents === undefined}
        />
      )}
      {hasMoney && accounts.length > 1 && (
        <PlainChoice
          name={`${id}-account`}
          label={t('deposits.which_account')}
          options={accounts.map((each) => [each.id, `${each.bankName} •• ${each.iban.slice(-4)}`])}
          value={accountId}
          onChange={setAccountId}
        />
      )}
      {reason === 'other' && <NoteField label={t('desk.note')} text={note} onText={setNote} />}
      {reason !== null && (
        <p className={styles.consequence}>
          {t('deposits.reject_consequence', {
            player: deposit.customer.username,
            partner: deposit.partner.name,
            reason: t(`desk.reason.${reason}`).toLocaleLowerCase(language),
          })}{' '}
          {hasMoney &&
            account !== undefined &&
            t('deposits.money_stays', { amount: written, bank: account.bankName })}
        </p>
      )}
    </Sheet>
  );
}

/** Whether the reason demands money, leaves it open, or says by itself that there was none. */
function moneyQuestion(reason: ReasonCode): 'must' | 'open' | 'none' {
  const withoutWord = moneySeenProblem(reason, undefined);
  if (withoutWord === undefined) return 'none';
  return withoutWord === 'money_seen_missing' ? 'must' : 'open';
}
