import type { BankAccountEntry } from '@vezne/contract/console/bank-accounts';
import { displayCode } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { wire } from '../desk/wire.ts';
import styles from './bank-accounts.module.css';
import { useEntries } from './use-bank-accounts.ts';

/** What moved the account's balance in the books, the newest first. */
export function Entries({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useEntries(id);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Box title={t('bank_accounts.entries')} span={8} isFlush>
      {isPending && <SkeletonRows rows={8} />}
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && entries.length === 0 && (
        <Empty icon="inbox" title={t('bank_accounts.no_entries')}>
          {t('bank_accounts.no_entries_text')}
        </Empty>
      )}
      {entries.length > 0 && (
        <div className={styles.scroller}>
          <EntryTable entries={entries} />
        </div>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('bank_accounts.older')}
          </Button>
        </div>
      )}
    </Box>
  );
}

function EntryTable({ entries }: { entries: readonly BankAccountEntry[] }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('bank_accounts.at')}</th>
          <th scope="col">{t('bank_accounts.what')}</th>
          <th scope="col" className={styles.wide}>
            {t('bank_accounts.about')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('bank_accounts.who')}
          </th>
          <th scope="col" className={styles.number}>
            {t('bank_accounts.amount')}
          </th>
          <th scope="col" className={`${styles.number} ${styles.wide}`}>
            {t('bank_accounts.balance_after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.no}>
            <td className={styles.second}>
              <Time at={new Date(entry.at)} only="moment" />
            </td>
            <td>
              {t(`bank_accounts.kinds.${entry.kind}`)}
              <div className={`${styles.second} ${styles.narrow}`}>
                <About entry={entry} />
              </div>
            </td>
            <td className={`${styles.second} ${styles.wide}`}>
              <About entry={entry} />
            </td>
            <td className={`${styles.second} ${styles.wide}`}>
              {entry.confirmedBy === null
                ? entry.by
                : t('bank_accounts.two_people', { first: entry.by, second: entry.confirmedBy })}
            </td>
            <td className={styles.number}>
              <b>
                <Money amountCents={wire(entry.amountCents)} isSigned />
              </b>
            </td>
            <td className={`${styles.number} ${styles.wide}`}>
              <Money amountCents={wire(entry.balanceAfterCents)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The payment and its player, or the partner and what was written. */
function About({ entry: { transaction, partner, note } }: { entry: BankAccountEntry }) {
  if (transaction === null) return <>{[partner, note].filter((word) => word !== null).join(' · ')}</>;
  const { id, type, referenceCode, customerName } = transaction;
  const words = referenceCode === null ? customerName : `${displayCode(referenceCode)} · ${customerName}`;
  return <Link to={`/${type === 'deposit' ? 'deposits' : 'withdrawals'}/${id}`}>{words}</Link>;
}
