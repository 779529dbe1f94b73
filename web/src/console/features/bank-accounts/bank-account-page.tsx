import type { BankAccountDetail } from '@vezne/contract/console/bank-accounts';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Box, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { SubjectPage } from '../administration/subject-page.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import { useSignedIn } from '../session/session.ts';
import { AboutBox, AccountFigures, LimitsBox, TodayBox } from './account-boxes.tsx';
import { AccountActions } from './account-actions.tsx';
import { nameOfAccount } from './account-words.ts';
import { BankAccountBadge } from './bank-account-badge.tsx';
import styles from './bank-accounts.module.css';
import { Entries } from './entries.tsx';
import { FreezeProgress } from './freeze-progress.tsx';
import { useBankAccount } from './use-bank-accounts.ts';

/** One account: what it holds and took today, what moved it, and what can be done about it. */
export function BankAccountPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, refetch } = useBankAccount(id);
  useKeys([
    {
      keys: 'Escape',
      label: t('keys.close_top'),
      group: t('keys.everywhere'),
      run: () => void navigate('/bank-accounts'),
    },
  ]);
  const list = { path: '/bank-accounts', name: t('nav.bank_accounts') };
  if (data !== undefined) return <Opened account={data} list={list} />;
  return (
    <SubjectPage list={list} name={t('bank_accounts.one')} tabs={[]} base="" openTab="">
      <div style={{ gridColumn: '1 / -1' }}>
        {error === null && <SkeletonRows rows={8} />}
        {error !== null && codeOf(error) === 'not_found' && (
          <Empty
            icon="search"
            title={t('bank_accounts.not_found')}
            action={
              <ButtonLink to="/bank-accounts" size="small">
                {t('nav.bank_accounts')}
              </ButtonLink>
            }
          >
            {t('bank_accounts.not_found_text')}
          </Empty>
        )}
        {error !== null && codeOf(error) !== 'not_found' && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </SubjectPage>
  );
}

function Opened({ account, list }: { account: BankAccountDetail; list: { path: string; name: string } }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const name = nameOfAccount(account);
  const { freeze } = account;
  const readsBooks = permissions.includes('read_everything') || permissions.includes('read_masked');
  return (
    <SubjectPage
      list={list}
      name={name}
      badge={<BankAccountBadge account={account} />}
      actions={<AccountActions account={account} />}
      tabs={[]}
      base={`/bank-accounts/${account.id}`}
      openTab=""
    >
      <WaitingChanges name={name} changes={account.waiting} />
      {freeze !== null && (
        <Box title={t('bank_accounts.freeze_progress')} span={12}>
          <Stack gap={12}>
            <FreezeProgress account={account} freeze={freeze} />
            <Quiet>{t('bank_accounts.ends_by_two')}</Quiet>
          </Stack>
        </Box>
      )}
      <AccountFigures account={account} />
      {readsBooks ? (
        <Entries id={account.id} />
      ) : (
        <Box title={t('bank_accounts.entries')} span={8}>
          <Quiet>{t('bank_accounts.entries_not_yours')}</Quiet>
        </Box>
      )}
      <div className={styles.side}>
        <TodayBox account={account} />
        <LimitsBox account={account} />
        <AboutBox account={account} />
      </div>
    </SubjectPage>
  );
}
