import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import styles from './home.module.css';
import { useHome } from './use-home.ts';

/** What waits at us or for a player, and how long the oldest of it does. */
export function WaitingBox({ span }: { span: 7 | 12 }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useHome();
  const rows =
    data === undefined
      ? []
      : [
          {
            key: 'deposits',
            count: data.waitingDeposits.count,
            since: data.waitingDeposits.oldestSince,
            text: t('home.waiting_deposits', { count: data.waitingDeposits.count }),
            to: '/transactions?type=deposit&status=waiting_confirmation',
          },
          {
            key: 'withdrawals',
            count: data.waitingWithdrawals.count,
            since: data.waitingWithdrawals.oldestSince,
            text: t('home.waiting_withdrawals', { count: data.waitingWithdrawals.count }),
            to: '/transactions?type=withdrawal&status=waiting_confirmation',
          },
          {
            key: 'being_paid',
            count: data.withdrawalsBeingPaid.count,
            since: data.withdrawalsBeingPaid.oldestSince,
            text: t('home.being_paid', { count: data.withdrawalsBeingPaid.count }),
            to: '/transactions?type=withdrawal&status=being_paid',
          },
          {
            key: 'unpaid',
            count: data.unpaidDeposits,
            since: null,
            text: t('home.unpaid', { count: data.unpaidDeposits }),
            to: '/transactions?status=waiting_payment',
          },
        ].filter(({ count }) => count > 0);
  return (
    <Box title={t('home.waiting')} span={span} isFlush>
      {error !== null && data === undefined && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <SkeletonRows rows={2} height={48} />}
      {data !== undefined && rows.length === 0 && (
        <Empty icon="check-ring" title={t('home.nothing_waits')}>
          {t('home.nothing_waits_text')}
        </Empty>
      )}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.key}>
              <Icon name="clock" />
              <span className={styles.what}>
                {row.text}
                {row.since !== null && <Oldest since={new Date(row.since)} />}
              </span>
              <Link to={row.to} aria-label={`${t('home.show')}: ${row.text}`}>
                {t('home.show')}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

function Oldest({ since }: { since: Date }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const duration = writtenDuration((now.getTime() - since.getTime()) / 1_000, language);
  return <span className={styles.second}>{t('home.oldest', { duration })}</span>;
}
