import { entryKindOf } from '@vezne/domain/partner-statement';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import { displayAmount } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import type { MoneyAnswer } from './use-home.ts';

type Decided = MoneyAnswer['today']['deposits'];

interface PeriodRow extends Decided {
  key: string;
  name: string;
  isDeposits: boolean;
  /** Where its entries are. */
  to: string;
}

const MONTHS = {
  tr: new Intl.DateTimeFormat('tr-TR', { timeZone: 'Europe/Istanbul', month: 'long' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Istanbul', month: 'long' }),
};

export const monthWord = (time: Date, language: Language): string => MONTHS[language].format(time);

export function PeriodTable({ money }: { money: MoneyAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rows = rowsOf(money, {
    today_deposits: t('home.today_deposits'),
    today_withdrawals: t('home.today_withdrawals'),
    month_deposits: t('home.month_deposits', { month: monthWord(new Date(money.month.from), language) }),
    month_withdrawals: t('home.month_withdrawals', {
      month: monthWord(new Date(money.month.from), language),
    }),
  });
  const written = (amountCents: number): string => displayAmount(wireMoney(amountCents), language);
  return (
    <CardTable
      label={t('home.periods')}
      rows={rows}
      keyOf={({ key }) => key}
      to={({ to }) => to}
      columns={[
        { key: 'period', header: t('home.period'), cell: ({ name }) => name },
        {
          key: 'count',
          header: t('home.count'),
          width: '88px',
          isFigure: true,
          cell: ({ count }) => count.toLocaleString(language === 'tr' ? 'tr-TR' : 'en-GB'),
        },
        {
          key: 'amount',
          header: t('home.amount'),
          width: '168px',
          isFigure: true,
          cell: ({ amountCents }) => <Money amountCents={wireMoney(amountCents)} />,
        },
        {
          key: 'commission',
          header: t('home.commission'),
          width: '152px',
          isFigure: true,
          isQuiet: true,
          cell: ({ commissionCents }) => <Money amountCents={wireMoney(commissionCents)} />,
        },
        {
          key: 'balance',
          header: t('home.to_balance'),
          width: '176px',
          isFigure: true,
          cell: ({ balanceImpactCents }) => (
            <b>
              <Money amountCents={wireMoney(balanceImpactCents)} isSigned />
            </b>
          ),
        },
      ]}
      card={({ name, isDeposits, count, amountCents, commissionCents, balanceImpactCents }) => ({
        title: name,
        figure: <Money amountCents={wireMoney(balanceImpactCents)} isSigned />,
        sub: isDeposits
          ? t('home.came', { count, amount: written(amountCents) })
          : t('home.paid', { count, amount: written(amountCents) }),
        aside: t('home.with_commission', { amount: written(commissionCents) }),
      })}
    />
  );
}

/** A payout leaves the balance when it is reserved; that it was paid is an entry of what is reserved. */
function rowsOf({ today, month, readAt }: MoneyAnswer, names: Readonly<Record<string, string>>): PeriodRow[] {
  const last = turkishDay(new Date(readAt));
  return [
    { key: 'today', period: today },
    { key: 'month', period: month },
  ].flatMap(({ key, period }) => {
    const days = `from=${turkishDay(new Date(period.from))}&to=${last}`;
    return [
      {
        ...period.deposits,
        key: `${key}_deposits`,
        name: names[`${key}_deposits`] ?? '',
        isDeposits: true,
        // Money that was refused and credited after all is a deposit, too, and has a posting of its own.
        to: `/money?${days}&kind=${entryKindOf('deposit')}`,
      },
      {
        ...period.withdrawals,
        key: `${key}_withdrawals`,
        name: names[`${key}_withdrawals`] ?? '',
        isDeposits: false,
        to: `/money?book=reserved&${days}&kind=withdrawal_approved`,
      },
    ];
  });
}
