import { formatAmount } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAmount, readAmount } from '../../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../../shared/i18n/use-language.ts';
import { Note } from '../../../../shared/ui/note.tsx';
import { SelectField } from '../../../../shared/ui/select-field.tsx';
import { Sheet, useFirstField } from '../../../../shared/ui/sheet.tsx';
import { wire } from '../../desk/wire.ts';
import styles from '../../desk/pane.module.css';
import { MoneyLine, NoteField } from '../../desk/fields.tsx';
import type { SheetProps } from './sheet-props.ts';
import { NumberedChoice } from '../../desk/choices.tsx';
import { lateMoneyGap, lateMoneyReasons } from './late-money.ts';
import type { LateMoneyInput, WhichMoney } from './late-money.ts';
import { accountName, useAccountOptions } from '../../desk/use-accounts.ts';

const WHICH: readonly WhichMoney[] = ['refused', 'new'];

/** Which money came, how much of it and where; then what becomes of it, and who has to agree later. */
export function LateMoneySheet({ deposit, isBusy, onAct, onClose }: SheetProps<LateMoneyInput>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const refused = deposit.afterwards?.refusedMoney ?? null;
  const [which, setWhich] = useState<WhichMoney | null>(null);
  // Nothing is written or chosen for the operator: what stands there already is entered unread.
  const [amount, setAmount] = useState('');
  const [chosenAccount, setChosenAccount] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useFirstField();
  const known = [deposit.bankAccount, deposit.previousBankAccount, refused?.bankAccount ?? null];
  const accounts = useAccountOptions(known.filter((account) => account !== null));
  const isRefused = refused !== null && which === 'refused';
  const bankAccountId = isRefused ? (refused.bankAccount?.id ?? null) : chosenAccount;
  const amountCents = readAmount(amount);
  const open = refused === null ? '' : displayAmount(wire(refused.openCents), language);
  const draft = { which, amountCents, bankAccountId, note };
  const reasons = lateMoneyReasons(deposit, draft);
  const limit = displayAmount(wire(deposit.fourEyesCents), language);
  const isAsked = refused === null || which !== null;

  const choose = (next: WhichMoney): void => {
    setWhich(next);
    setProblem(undefined);
    setAmount(next === 'refused' && refused !== null ? fieldAmount(wire(refused.openCents), language) : '');
  };
  const act = (): void => {
    const gap = lateMoneyGap(deposit, draft);
    if (gap !== undefined) return setProblem(t(`deposits.late.gap.${gap}`, { open }));
    // The gaps name both.
    if (amountCents === undefined || bankAccountId === null) return;
    const trimmed = note.trim();
    onAct({
      amount: formatAmount(amountCents),
      bankAccountId,
      ...(isRefused ? { refusedTransactionId: refused.transactionId } : {}),
      ...(which === 'new' ? { isNewMoney: true as const } : {}),
      ...(trimmed === '' ? {} : { note: trimmed }),
    });
  };
  return (
    <Sheet
      question={refused === null ? t('deposits.late.question') : t('deposits.late.which')}
      act={t('deposits.late.act')}
      isBusy={isBusy}
      problem={problem}
      onAct={act}
      onClose={onClose}
      keys={
        refused === null
          ? []
          : WHICH.map((each, index) => ({
              keys: String(index + 1),
              label: t(`deposits.late.which_${each}`, { open }),
              group: t('deposits.keys.group'),
              run: () => choose(each),
            }))
      }
    >
      {refused !== null && (
        <NumberedChoice
          name={`${id}-which`}
          label={t('deposits.late.which')}
          options={WHICH.map((each) => [each, t(`deposits.late.which_${each}`, { open })])}
          value={which}
          onChange={choose}
        />
      )}
      {isAsked && (
        <>
          <MoneyLine
            label={t('deposits.arrived')}
            ref={field}
            text={amount}
            onText={setAmount}
            isWrong={amount !== '' && amountCents === undefined}
          />
          {isRefused ? (
            refused.bankAccount !== null && (
              <p className={styles.consequence}>
                {t('deposits.late.is_at', { account: accountName(refused.bankAccount) })}
              </p>
            )
          ) : (
            <SelectField
              label={t('deposits.which_account')}
              none={t('desk.choose_account')}
              options={accounts}
              value={chosenAccount}
              onChange={setChosenAccount}
            />
          )}
          <NoteField label={t('desk.note')} text={note} onText={setNote} />
          <p className={styles.consequence}>
            {t('deposits.late.consequence', {
              player: deposit.customer.username,
              partner: deposit.partner.name,
            })}
          </p>
          {reasons.length > 0 && (
            <Note tone="accent" title={t('deposits.takes_two')}>
              {reasons.map((reason) => t(`desk.two_people.${reason}`, { limit })).join(' ')}{' '}
              {t('deposits.late.two_text')}
            </Note>
          )}
        </>
      )}
    </Sheet>
  );
}
