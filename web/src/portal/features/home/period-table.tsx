import { entryKindOf } from '@vezne/domain/partner-statement';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import { displayAmount, displayCount, displaySignedAmount } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import styles from './home.module.css';
import type { MoneyAnswer } from './use-home.ts';

type Period = MoneyAnswer['today'];
type Amounts = Period['deposits'];

interface PeriodRow extends Amounts {
  key: string;
  name: string;
  /** What was paid is no part of the sum: it leaves what is reserved. */
  note?: string;
  /** Where its entries are. */
  to: string;
  isTotal?: boolean;
}

const MONTHS = {
  tr: new Intl.DateTimeFormat('tr-TR', { timeZone: 'Europe/Istanbul', month: 'long' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Istanbul', month: 'long' }),
};

export const monthWord = (time: Date, language: Language): string => MONTHS[language].format(time);

/** Every part of what moved the balance, today and this month, and what they add up to. */
export function PeriodTable({ money }: { money: MoneyAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const month = monthWord(new Date(money.month.from), language);
  const rows = [
    ...usePeriodRows('today', money.today, { period: t('home.today'), readAt: money.readAt }),
    ...usePeriodRows('month', money.month, { period: month, readAt: money.readAt }),
  ];
  const name = ({ name: text, note, isTotal }: PeriodRow) =>
    isTotal === true ? (
      <b>{text}</b>
    ) : note === undefined ? (
      text
    ) : (
      <span className={styles.twoLines}>
        {text}
        <span>{note}</span>
      </span>
    );
  const net = ({ netCents, isTotal }: PeriodRow) => {
    const amount = <Money amountCents={wireMoney(netCents)} isSigned />;
    return isTotal === true ? <b>{amount}</b> : amount;
  };
  return (
    <CardTable
      label={t('home.periods')}
      rows={rows}
      keyOf={({ key }) => key}
      to={({ to }) => to}
      columns={[
        { key: 'period', header: t('home.period'), cell: name },
        {
          key: 'count',
          header: t('home.count'),
          width: '88px',
          isFigure: true,
          cell: ({ count }) => displayCount(count, language),
        },
        {
          key: 'amount',
          header: t('home.amount'),
          width: '168px',
          isFigure: true,
          cell: ({ grossCents }) => <Money amountCents={wireMoney(grossCents)} isSigned />,
        },
        {
          key: 'commission',
          header: t('home.commission'),
          width: '152px',
          isFigure: true,
          isQuiet: true,
          cell: ({ commissionCents }) => <Money amountCents={wireMoney(commissionCents)} isSigned />,
        },
        { key: 'balance', header: t('home.to_balance'), width: '176px', isFigure: true, cell: net },
      ]}
      card={(row) => ({
        title: name(row),
        figure: net(row),
        sub: t('home.movements', { count: row.count }),
        ...(row.commissionCents !== 0 && {
          aside: t('home.with_commission', {
            amount: displaySignedAmount(wireMoney(row.commissionCents), language),
          }),
        }),
      })}
    />
  );
}

/** As a statement of the same days has them: a withdrawal when its money is set aside. */
function usePeriodRows(
  key: string,
  { from, deposits, withdrawals, others, changeCents, paid }: Period,
  { period, readAt }: { period: string; readAt: string },
): PeriodRow[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const entries = `/money?from=${turkishDay(new Date(from))}&to=${turkishDay(new Date(readAt))}`;
  const parts = [deposits, withdrawals, others];
  const sum = (of: (part: Amounts) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return [
    {
      ...deposits,
      key: `${key}_deposits`,
      name: t('home.deposits', { period }),
      to: `${entries}&kind=${entryKindOf('deposit')}`,
    },
    {
      ...withdrawals,
      key: `${key}_withdrawals`,
      name: t('home.withdrawals', { period }),
      note: t('home.paid', {
        count: paid.count,
        amount: displayAmount(wireMoney(paid.amountCents), language),
      }),
      to: `${entries}&kind=${entryKindOf('withdrawal')}`,
    },
    { ...others, key: `${key}_others`, name: t('home.others', { period }), to: entries },
    {
      count: sum(({ count }) => count),
      grossCents: sum(({ grossCents }) => grossCents),
      commissionCents: sum(({ commissionCents }) => commissionCents),
      netCents: changeCents,
      key: `${key}_total`,
      name: t('home.total', { period }),
      to: entries,
      isTotal: true,
    },
  ];
}
