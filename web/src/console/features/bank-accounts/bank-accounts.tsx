import type { BankAccountRow } from '@vezne/contract/console/bank-accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { SubjectList } from '../administration/subject-list.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { nameOfAccount, writtenIban } from './account-words.ts';
import { AddDialog } from './add-dialog.tsx';
import { BankAccountBadge } from './bank-account-badge.tsx';
import { UseCell } from './cap-meter.tsx';
import { useBankAccounts } from './use-bank-accounts.ts';

/** All accounts of ours with how they stand; Enter opens one. */
export function BankAccounts() {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [isAdding, setIsAdding] = useState(false);
  const reading = useBankAccounts();
  const { data } = reading;
  const columns = useColumns();
  return (
    <SubjectList
      title={t('nav.bank_accounts')}
      count={data && t('bank_accounts.count', { count: data.accounts.length })}
      action={
        permissions.includes('ask_change') ? (
          <Button size="small" icon="plus" onClick={() => setIsAdding(true)}>
            {t('bank_accounts.add')}
          </Button>
        ) : undefined
      }
      waiting={data?.waiting}
      columns={columns}
      rows={data?.accounts}
      reading={reading}
      path="/bank-accounts"
      empty={{ icon: 'bank', title: t('bank_accounts.nothing'), text: t('bank_accounts.nothing_text') }}
    >
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </SubjectList>
  );
}

function useColumns(): Column<BankAccountRow>[] {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const holder: Column<BankAccountRow> = {
    key: 'holder',
    header: t('bank_accounts.holder'),
    width: 'minmax(0, 1fr)',
    cell: ({ holderName }) => <span title={holderName}>{holderName}</span>,
  };
  const iban: Column<BankAccountRow> = {
    key: 'iban',
    header: t('bank_accounts.iban'),
    width: '264px',
    cell: (account) => <span className={page.second}>{writtenIban(account.iban)}</span>,
  };
  const used: Column<BankAccountRow> = {
    key: 'used',
    header: t('bank_accounts.used_today'),
    width: '236px',
    isNumber: true,
    cell: (account) => <UseCell use={account} />,
  };
  return [
    {
      key: 'name',
      header: t('bank_accounts.account'),
      width: 'minmax(0, 1fr)',
      cell: (account) => <span title={account.bankName}>{nameOfAccount(account)}</span>,
    },
    ...(isNarrow ? [] : [holder, iban]),
    {
      key: 'state',
      header: isPhone ? '' : t('bank_accounts.state'),
      width: isPhone ? '30px' : '152px',
      cell: (account) => <BankAccountBadge account={account} isShort={isPhone} />,
    },
    ...(isPhone ? [] : [used]),
    {
      key: 'balance',
      header: t('bank_accounts.balance'),
      width: isPhone ? '116px' : '136px',
      isNumber: true,
      cell: ({ balanceCents }) => (
        <b>
          <Money amountCents={wire(balanceCents)} />
        </b>
      ),
    },
  ];
}
