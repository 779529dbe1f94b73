import { setBankAccount } from '@vezne/contract/console/bank-accounts';
import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { ZERO_CENTS, formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { effectOf } from '@vezne/domain/widening';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { fieldAmount, readAmount } from '../../../shared/i18n/amount-input.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { wire } from '../desk/wire.ts';
import { nameOfAccount } from './account-words.ts';
import { BANK_ACCOUNTS_KEY } from './use-bank-accounts.ts';

export type SettableField = 'daily_cap' | 'tolerance';

const ZERO = /^0+([.,]0{1,2})?$/;

/** Undefined: it is no value yet. No cap is null; a tolerance may be nothing. */
function readField(field: SettableField, text: string): Cents | null | undefined {
  const typed = text.trim();
  if (field === 'daily_cap') return typed === '' ? null : readAmount(typed);
  return ZERO.test(typed) ? ZERO_CENTS : readAmount(typed);
}

/** Changes one amount. What widens waits for a second person, and the dialog says so before anybody presses. */
export function SetDialog({
  account,
  field,
  onClose,
}: {
  account: BankAccountDetail;
  field: SettableField;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = nameOfAccount(account);
  const cents = field === 'daily_cap' ? account.dailyCapCents : account.toleranceCents;
  const before = cents === null ? null : wire(cents);
  const [text, setText] = useState(before === null ? '' : fieldAmount(before, language));
  const wanted = readField(field, text);
  const label = t(`bank_accounts.fields.${field}`);
  const takesTwo =
    wanted !== undefined &&
    (field === 'daily_cap'
      ? effectOf('bank_account', { dailyCapCents: before }, { dailyCapCents: wanted })
      : effectOf('bank_account', { toleranceCents: before }, { toleranceCents: wanted })) === 'widens';
  return (
    <ChangeDialog
      title={t('bank_accounts.change_of', { field: label })}
      consequence={t(`bank_accounts.consequence.${field}`, { name })}
      act={t('bank_accounts.save')}
      done={t('bank_accounts.saved', { name })}
      queryKey={BANK_ACCOUNTS_KEY}
      takesTwo={takesTwo}
      isReady={wanted !== undefined && wanted !== before}
      send={async (press) => {
        const amount = wanted === null || wanted === undefined ? null : formatAmount(wanted);
        return await api(setBankAccount, {
          params: { id: account.id },
          body:
            field === 'daily_cap'
              ? { ...press, dailyCap: amount }
              : { ...press, ...(amount !== null && { tolerance: amount }) },
        });
      }}
      onClose={onClose}
    >
      <TextField
        label={label}
        help={t(`bank_accounts.typed.${field}`)}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        problem={wanted === undefined && text.trim() !== '' ? t('bank_accounts.amount_wrong') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
