import { subtractCents } from '@vezne/domain/money';
import { nextMonth } from '@vezne/domain/turkish-calendar';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import styles from './statements.module.css';
import { useMonths } from './use-statements.ts';
import type { StatementList, UsagePoint } from './use-statements.ts';
import { monthName } from './written-days.ts';

/** The month that runs, and the one before it while it is being closed. */
const MOST_OPEN = 2;

interface MonthRow {
  month: string;
  number: string | null;
  movements: number;
  openingCents: number;
  closingCents: number;
}

/** Those that no statement closed yet, oldest first. */
function openMonths({ months, firstDay, today }: StatementList): string[] {
  const last = months[0]?.month;
  const open: string[] = [];
  const thisMonth = today.slice(0, 'yyyy-mm'.length);
  let month = last === undefined ? firstDay.slice(0, 'yyyy-mm'.length) : nextMonth(last);
  for (; month <= thisMonth; month = nextMonth(month)) open.push(month);
  return open.slice(-MOST_OPEN);
}

/** Newest first; each leads to all of it. */
export function MonthsTable({
  list,
  usage,
}: {
  list: StatementList;
  /** Commission by month, as soon as it is there. */
  usage: readonly UsagePoint[] | undefined;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = useMonths(openMonths(list)).flatMap(({ data }) => data ?? []);
  const rows: MonthRow[] = [...open.toReversed(), ...list.months];
  const commissions = new Map(usage?.map(({ at, commissionCents }) => [at, commissionCents]));
  const name = ({ month }: MonthRow) => monthName(month, language);
  const thisMonth = list.today.slice(0, 'yyyy-mm'.length);
  const stateOf = ({ month, number }: MonthRow): string =>
    number ?? (month < thisMonth ? t('statements.being_closed') : t('statements.running'));
  // A line that is too long breaks before the number, not behind it.
  const about = (row: MonthRow) =>
    `${stateOf(row)} · ${t('statements.movements', { count: row.movements }).replaceAll(' ', '\u00a0')}`;
  const change = ({ openingCents, closingCents }: MonthRow) => (
    <Money amountCents={subtractCents(wireMoney(closingCents), wireMoney(openingCents))} isSigned />
  );
  const commission = ({ month }: MonthRow) => {
    const amountCents = commissions.get(month);
    return amountCents === undefined ? '–' : <Money amountCents={wireMoney(amountCents)} />;
  };
  return (
    <CardTable
      label={t('statements.months')}
      rows={rows}
      keyOf={({ month }) => month}
      to={({ month }) => `/statements/${month}`}
      columns={[
        {
          key: 'month',
          header: t('statements.month'),
          cell: (row) => (
            <span className={styles.twoLines}>
              {name(row)}
              <span>{about(row)}</span>
            </span>
          ),
        },
        {
          key: 'opening',
          header: t('statements.opening'),
          width: '136px',
          isFigure: true,
          cell: ({ openingCents }) => <Money amountCents={wireMoney(openingCents)} />,
        },
        { key: 'change', header: t('money.change'), width: '136px', isFigure: true, cell: change },
        {
          key: 'commission',
          header: t('statements.commission'),
          width: '124px',
          isFigure: true,
          isQuiet: true,
          cell: commission,
        },
        {
          key: 'closing',
          header: t('statements.closing'),
          width: '144px',
          isFigure: true,
          cell: ({ closingCents }) => (
            <b>
              <Money amountCents={wireMoney(closingCents)} />
            </b>
          ),
        },
      ]}
      card={(row) => ({
        title: name(row),
        // A card has no heads of columns, so each figure says what it is.
        figure: (
          <>
            <span className={styles.named}>{t('statements.closing')}</span>{' '}
            <Money amountCents={wireMoney(row.closingCents)} />
          </>
        ),
        sub: about(row),
        aside: (
          <>
            {t('money.change')} {change(row)}
          </>
        ),
      })}
    />
  );
}
