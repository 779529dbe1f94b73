import type { BankAccountRow } from '@vezne/contract/console/bank-accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { wire } from '../desk/wire.ts';
import { useSignedIn } from '../session/session.ts';
import { nameOfAccount, writtenIban } from './account-words.ts';
import { AddDialog } from './add-dialog.tsx';
import { BankAccountBadge } from './bank-account-badge.tsx';
import { UseCell } from './cap-meter.tsx';
import { useBankAccounts } from './use-bank-accounts.ts';

const NONE: readonly BankAccountRow[] = [];

/** All accounts of ours with how they stand; Enter opens one. */
export function BankAccounts() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.bank_accounts'));
  const navigate = useNavigate();
  const { permissions } = useSignedIn();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, isPending, refetch } = useBankAccounts();
  const columns = useColumns();
  const hasFailed = data === undefined && error !== null;
  return (
    <main className={page.list}>
      <header className={page.bar}>
        <h1>{t('nav.bank_accounts')}</h1>
        <div className={page.meta}>
          {data !== undefined && <span>{t('bank_accounts.count', { count: data.accounts.length })}</span>}
        </div>
        {permissions.includes('ask_change') && (
          <div className={page.push}>
            <Button size="small" icon="plus" onClick={() => setIsAdding(true)}>
              {t('bank_accounts.add')}
            </Button>
          </div>
        )}
      </header>
      {data?.waiting.map((change) => (
        <WaitingChanges key={change.requestId} name={change.name} changes={[change]} />
      ))}
      <div className={page.rows}>
        <Grid
          label={t('nav.bank_accounts')}
          columns={columns}
          rows={data?.accounts ?? NONE}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate(`/bank-accounts/${id}`)}
          isLoading={isPending}
          failure={
            hasFailed
              ? { code: codeOf(error), requestId: requestIdOf(error), retry: () => void refetch() }
              : null
          }
          isQuiet={({ status }) => status === 'disabled'}
          hasFocus
          empty={
            <Empty icon="bank" title={t('bank_accounts.nothing')}>
              {t('bank_accounts.nothing_text')}
            </Empty>
          }
        />
      </div>
      <footer className={page.keyLine}>
        <KeyLine
          keys={[
            [['J', 'K'], t('desk.keys.walk')],
            [['Enter'], t('desk.keys.open')],
          ]}
        />
      </footer>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </main>
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
