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
import { useSearch } from '../../../shared/ui/use-search.ts';
import { PeriodWord } from '../audit/audit-filter-bar.tsx';
import { readDays } from '../audit/audit-filters.ts';
import { CsvLink } from '../audit/csv-link.tsx';
import { withValues } from '../desk/address.ts';
import { wire } from '../desk/wire.ts';
import styles from './bank-accounts.module.css';
import { useEntries } from './use-bank-accounts.ts';

/** What moved the account's balance in the books, the newest first. */
export function Entries({ id }: { id: string }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearch();
  const days = readDays(address);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useEntries(
    id,
    days,
  );
  const hasDays = days.from !== undefined || days.to !== undefined;
  const onDays = (values: Readonly<Record<string, string | undefined>>): void =>
    setAddress((before) => withValues(before, values), { replace: true });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Box
      title={t('bank_accounts.entries')}
      aside={
        <CsvLink
          path={`/api/bank-accounts/${id}/entries/export`}
          filters={days}
          title={t('bank_accounts.csv_title')}
        />
      }
      span={8}
      isFlush
    >
      <div className={styles.filters} role="group" aria-label={t('bank_accounts.period')}>
        <PeriodWord filters={days} onChange={onDays} />
        <Day label={t('bank_accounts.first_day')} day={days.from} onDay={(from) => onDays({ from })} />
        <Day label={t('bank_accounts.last_day')} day={days.to} onDay={(to) => onDays({ to })} />
      </div>
      {isPending && <SkeletonRows rows={8} />}
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && entries.length === 0 && (
        <Empty
          icon="inbox"
          title={hasDays ? t('bank_accounts.no_entries_then') : t('bank_accounts.no_entries')}
        >
          {hasDays ? t('bank_accounts.no_entries_then_text') : t('bank_accounts.no_entries_text')}
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

/** The browser's own field of a day, in the reader's order of day and month. */
function Day({
  label,
  day = '',
  onDay,
}: {
  label: string;
  day?: string | undefined;
  onDay: (day: string | undefined) => void;
}) {
  return (
    <label className={styles.day}>
      {label}
      <input
        type="date"
        min="2020-01-01"
        max="2099-12-31"
        value={day}
        onChange={({ currentTarget: { value } }) => onDay(value === '' ? undefined : value)}
      />
    </label>
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
