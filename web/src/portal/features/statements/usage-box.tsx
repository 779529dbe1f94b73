import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import styles from './statements.module.css';
import { UsageChart } from './usage-chart.tsx';
import type { UsagePoint } from './use-statements.ts';
import { dayName, monthName } from './written-days.ts';

const isMoved = ({ deposits, withdrawals }: UsagePoint): boolean =>
  deposits.grossCents !== 0 || withdrawals.grossCents !== 0;

/** Deposits and withdrawals by day or by month: a chart, and the same as a table for whoever can't see it or wants figures. */
export function UsageBox({
  title,
  label,
  span = 12,
  usage: { error, refetch },
  points,
}: {
  title: string;
  /** What the chart shows, in a sentence. */
  label: string;
  span?: 7 | 12;
  usage: { error: Error | null; refetch: () => Promise<unknown> };
  points: readonly UsagePoint[] | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Box title={title} span={span} isFlush>
      {error !== null && points === undefined && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {error === null && points === undefined && <SkeletonRows rows={6} />}
      {points !== undefined &&
        (points.some(isMoved) ? (
          <>
            <UsageChart label={label} points={points} />
            <details className={styles.table}>
              <summary>{t('statements.as_table')}</summary>
              <UsageTable label={title} points={points} />
            </details>
          </>
        ) : (
          <Empty icon="overview" title={t('statements.no_usage')}>
            {t('statements.no_usage_text')}
          </Empty>
        ))}
    </Box>
  );
}

function UsageTable({ label, points }: { label: string; points: readonly UsagePoint[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = ({ at }: UsagePoint) =>
    at.length === 'yyyy-mm'.length ? monthName(at, language) : dayName(at, language);
  const deposits = (point: UsagePoint) => (
    <Money amountCents={wireMoney(point.deposits.grossCents)} isSigned />
  );
  const withdrawals = (point: UsagePoint) => (
    <Money amountCents={wireMoney(point.withdrawals.grossCents)} isSigned />
  );
  const counts = ({ deposits: came, withdrawals: setAside }: UsagePoint) =>
    [
      t('statements.deposit_count', { count: came.count }),
      t('statements.withdrawal_count', { count: setAside.count }),
    ].join(' · ');
  return (
    <CardTable
      label={label}
      rows={points}
      keyOf={({ at }) => at}
      columns={[
        {
          key: 'at',
          header: t('statements.at'),
          cell: (point) => (
            <span className={styles.twoLines}>
              {name(point)}
              <span>{counts(point)}</span>
            </span>
          ),
        },
        {
          key: 'deposits',
          header: t('statements.kinds.deposit'),
          width: '136px',
          isFigure: true,
          cell: deposits,
        },
        {
          key: 'withdrawals',
          header: t('statements.kinds.withdrawal'),
          width: '136px',
          isFigure: true,
          cell: withdrawals,
        },
      ]}
      card={(point) => ({
        title: name(point),
        figure: deposits(point),
        sub: counts(point),
        aside: withdrawals(point),
      })}
    />
  );
}
