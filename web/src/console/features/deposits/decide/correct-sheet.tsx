import { Checkbox } from '@mantine/core';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { ZERO_CENTS, formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { displayAmount, displaySignedAmount } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount, readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Diff } from '../../../../shared/ui/diff.tsx';
import type { Difference } from '../../../../shared/ui/difference.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { SelectField } from '../../../../shared/ui/select-field.tsx';
import { Sheet, useFirstField } from '../../../../shared/ui/sheet.tsx';
import { wire } from '../../desk/wire.ts';
import styles from '../../desk/pane.module.css';
import { MoneyLine, NoteField } from '../../desk/fields.tsx';
import type { SheetProps } from './sheet-props.ts';
import { correctionOf } from './correction.ts';
import type { Correction, CorrectionInput } from './correction.ts';
import { accountName, useAccountOptions } from '../../desk/use-accounts.ts';

/** What it should have been, what that changes in the books, and what the partner hears of it. */
export function CorrectSheet({ deposit, isBusy, onAct, onClose }: SheetProps<CorrectionInput>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bookedCents = wire(deposit.actualAmountCents ?? deposit.amountCents);
  const [amount, setAmount] = useState(fieldAmount(bookedCents, language));
  const [isNothing, setIsNothing] = useState(false);
  const [accountId, setAccountId] = useState(deposit.bankAccount?.id ?? null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useFirstField();
  const accounts = useAccountOptions(deposit.bankAccount === null ? [] : [deposit.bankAccount]);
  const actualCents = isNothing ? ZERO_CENTS : readAmount(amount);
  // Where no money came, there is no account to put right.
  const bankAccountId = isNothing ? null : accountId;
  const correction =
    actualCents === undefined ? undefined : correctionOf(deposit, { actualCents, bankAccountId });
  const accountText = accounts.find(([each]) => each === bankAccountId)?.[1] ?? '';

  const act = (): void => {
    if (actualCents === undefined || correction === undefined) return setProblem(t('desk.amount_wrong'));
    const { isOtherAmount, isOtherAccount } = correction;
    if (!isOtherAmount && !isOtherAccount) return setProblem(t('refusals.nothing_to_correct'));
    const trimmed = note.trim();
    if (trimmed === '') return setProblem(t('deposits.correct.gap_note'));
    onAct({
      note: trimmed,
      ...(isOtherAmount ? { actualAmount: formatAmount(actualCents) } : {}),
      ...(isOtherAccount && bankAccountId !== null ? { bankAccountId } : {}),
    });
  };
  return (
    <Sheet
      question={t('deposits.correct.question')}
      act={t('desk.ask_second')}
      icon="people"
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
    >
      <MoneyLine
        label={t('deposits.correct.really_came')}
        ref={field}
        text={isNothing ? fieldAmount(ZERO_CENTS, language) : amount}
        onText={setAmount}
        isWrong={actualCents === undefined}
        isOff={isNothing}
      />
      <Checkbox
        size="xs"
        label={t('deposits.correct.nothing_came')}
        checked={isNothing}
        onChange={(event) => setIsNothing(event.currentTarget.checked)}
      />
      {!isNothing && (
        <SelectField
          label={t('deposits.which_account')}
          none={t('desk.choose_account')}
          options={accounts}
          value={accountId}
          onChange={setAccountId}
        />
      )}
      <NoteField label={t('deposits.correct.why')} text={note} onText={setNote} />
      {correction !== undefined && (correction.isOtherAmount || correction.isOtherAccount) && (
        <>
          <Changes deposit={deposit} correction={correction} accountText={accountText} />
          <Consequences deposit={deposit} correction={correction} accountText={accountText} />
        </>
      )}
    </Sheet>
  );
}

interface Of {
  deposit: DepositDetail;
  correction: Correction;
  /** The right account, as a row names it. */
  accountText: string;
}

function Changes({ deposit, correction: { before, after, isOtherAccount }, accountText }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = (name: string, from: Cents, to: Cents): Difference[] =>
    from === to ? [] : [{ name, before: displayAmount(from, language), after: displayAmount(to, language) }];
  const differences = [
    ...line(t('deposits.arrived'), before.actualCents, after.actualCents),
    ...line(t('deposits.correct.commission'), before.commissionCents, after.commissionCents),
    ...line(
      t('deposits.to_balance', { partner: deposit.partner.name }),
      before.balanceImpactCents,
      after.balanceImpactCents,
    ),
    ...line(t('deposits.correct.player'), before.playerAmountCents, after.playerAmountCents),
    ...(isOtherAccount && deposit.bankAccount !== null
      ? [{ name: t('desk.bank'), before: accountName(deposit.bankAccount), after: accountText }]
      : []),
  ];
  return <Diff differences={differences} isFigures />;
}

/** What the ledger posts, and what the partner hears. */
function Consequences({ deposit, correction, accountText }: Of) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isOtherAmount, isOtherAccount, balanceCents, bankCents, commissionCents, before } = correction;
  const signed = (amount: Cents): string => displaySignedAmount(amount, language);
  const from = deposit.bankAccount === null ? '' : accountName(deposit.bankAccount);
  const { name: partner } = deposit.partner;
  return (
    <ul className={styles.exceptions}>
      {isOtherAccount && (
        <li>
          <Icon name="swap" />
          {t('deposits.correct.account_moves', {
            amount: displayAmount(before.actualCents, language),
            from,
            to: accountText,
          })}
        </li>
      )}
      {isOtherAmount && (
        <li>
          <Icon name="bank" />
          {t('deposits.correct.books', {
            account: isOtherAccount ? accountText : from,
            bank: signed(bankCents),
            partner,
            balance: signed(balanceCents),
            commission: signed(commissionCents),
          })}
        </li>
      )}
      <li className={isOtherAmount && deposit.afterwards?.hearsOfCorrections === false ? styles.soon : ''}>
        <Icon name={isOtherAmount ? 'bell' : 'info'} />
        {isOtherAmount
          ? deposit.afterwards?.hearsOfCorrections === true
            ? t('deposits.correct.partner_told', { partner })
            : t('deposits.correct.partner_call', { partner })
          : t('deposits.correct.partner_nothing', { partner })}
      </li>
      <li>
        <Icon name="people" />
        {t('deposits.correct.second')}
      </li>
    </ul>
  );
}
