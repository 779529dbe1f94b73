import { addBankAccount } from '@vezne/contract/console/bank-accounts';
import { normalizeIban } from '@vezne/domain/iban';
import { formatAmount } from '@vezne/domain/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { readAmount } from '../../../shared/i18n/amount-input.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { BANK_ACCOUNTS_KEY } from './use-bank-accounts.ts';

/** As long as an IBAN of a Turkish bank is: what is shorter is still being typed. */
const IBAN_LENGTH = 26;

/** Asks for a new account. It begins disabled, and a second person reads all of it first. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [bankName, setBankName] = useState('');
  const [holderName, setHolderName] = useState('');
  const [iban, setIban] = useState('');
  const [cap, setCap] = useState('');
  const typedIban = iban.replaceAll(/\s/g, '');
  const isIban = normalizeIban(iban)?.startsWith('TR') === true;
  const capCents = cap.trim() === '' ? null : readAmount(cap);
  return (
    <ChangeDialog
      title={t('bank_accounts.add_title')}
      consequence={t('bank_accounts.add_consequence')}
      act={t('bank_accounts.add')}
      done={t('bank_accounts.added')}
      queryKey={BANK_ACCOUNTS_KEY}
      takesTwo
      isReady={bankName.trim() !== '' && holderName.trim() !== '' && isIban && capCents !== undefined}
      send={async (press) =>
        await api(addBankAccount, {
          body: {
            ...press,
            bankName,
            holderName,
            iban,
            dailyCap: capCents === null || capCents === undefined ? null : formatAmount(capCents),
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('bank_accounts.bank_name')}
        help={t('bank_accounts.bank_name_help')}
        value={bankName}
        maxLength={64}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setBankName(event.currentTarget.value)}
      />
      <TextField
        label={t('bank_accounts.holder')}
        help={t('bank_accounts.holder_help')}
        value={holderName}
        maxLength={128}
        autoComplete="off"
        onChange={(event) => setHolderName(event.currentTarget.value)}
      />
      <TextField
        label={t('bank_accounts.iban')}
        value={iban}
        maxLength={48}
        autoComplete="off"
        spellCheck={false}
        problem={typedIban.length >= IBAN_LENGTH && !isIban ? t('bank_accounts.iban_wrong') : undefined}
        onChange={(event) => setIban(event.currentTarget.value)}
      />
      <TextField
        label={t('bank_accounts.fields.daily_cap')}
        help={t('bank_accounts.typed.daily_cap')}
        value={cap}
        inputMode="decimal"
        autoComplete="off"
        problem={capCents === undefined ? t('bank_accounts.amount_wrong') : undefined}
        onChange={(event) => setCap(event.currentTarget.value)}
      />
    </ChangeDialog>
  );
}
