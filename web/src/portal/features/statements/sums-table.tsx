import { entryKindOf } from '@vezne/domain/partner-statement';
import { addCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { lastDayOf } from '@vezne/domain/turkish-calendar';
import { displayCount, displaySignedAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import type { WholeMonth } from './use-statements.ts';
import { dayName } from './written-days.ts';

interface SumRow {
  key: string;
  name: string;
  /** The entries that it is made of. */
  to: string;
  /** Nothing of it moved: it is a balance. */
  sums: { count: number; grossCents: Cents; commissionCents: Cents } | undefined;
  amountCents: Cents;
  isStrong: boolean;
}

/** The balance at the beginning, what moved it, and the balance at the end: each line leads to the next. */
export function SumsTable({ month }: { month: WholeMonth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [first, last] = [`${month.month}-01`, lastDayOf(month.month)];
  const days = `from=${first}&to=${last}`;
  const all = `/money?${days}`;
  const rows: SumRow[] = [
    {
      key: 'opening',
      name: t('statements.opening_of', { day: dayName(first, language) }),
      to: all,
      sums: undefined,
      amountCents: wireMoney(month.openingCents),
      isStrong: true,
    },
    ...month.sums.map(({ kind, count, ...sum }) => ({
      key: kind,
      name: t(`statements.kinds.${kind}`),
      to: `${all}&kind=${entryKindOf(kind)}`,
      sums: {
        count,
        grossCents: wireMoney(sum.grossCents),
        commissionCents: wireMoney(sum.commissionCents),
      },
      amountCents: wireMoney(sum.netCents),
      isStrong: false,
    })),
    ...totalRow(month, { name: t('statements.total'), to: all }),
    {
      key: 'closing',
      name:
        month.closedAt === null
          ? t('statements.balance_now')
          : t('statements.closing_of', { day: dayName(last, language) }),
      to: all,
      sums: undefined,
      amountCents: wireMoney(month.closingCents),
      isStrong: true,
    },
  ];
  const name = ({ name: text, isStrong }: SumRow) => (isStrong ? <b>{text}</b> : text);
  const amount = ({ amountCents, sums, isStrong }: SumRow) => {
    const money = <Money amountCents={amountCents} isSigned={sums !== undefined} />;
    return isStrong ? <b>{money}</b> : money;
  };
  return (
    <CardTable
      label={t('statements.summary')}
      rows={rows}
      keyOf={({ key }) => key}
      to={({ to }) => to}
      columns={[
        { key: 'kind', header: t('money.kind'), cell: name },
        {
          key: 'count',
          header: t('statements.count'),
          width: '72px',
          isFigure: true,
          isQuiet: true,
          cell: ({ sums }) => sums && displayCount(sums.count, language),
        },
        {
          key: 'gross',
          header: t('statements.gross'),
          width: '136px',
          isFigure: true,
          cell: ({ sums }) => sums && <Money amountCents={sums.grossCents} isSigned />,
        },
        {
          key: 'commission',
          header: t('statements.commission'),
          width: '124px',
          isFigure: true,
          isQuiet: true,
          cell: ({ sums }) => sums && <Money amountCents={sums.commissionCents} isSigned />,
        },
        { key: 'net', header: t('statements.net'), width: '144px', isFigure: true, cell: amount },
      ]}
      card={(row) => ({
        title: name(row),
        figure: amount(row),
        ...(row.sums && {
          sub: t('statements.movements', { count: row.sums.count }),
          ...(row.sums.commissionCents !== 0n && {
            aside: t('statements.commission_in', {
              amount: displaySignedAmount(row.sums.commissionCents, language),
            }),
          }),
        }),
      })}
    />
  );
}

/** Of one kind alone it would say the same again. */
function totalRow({ sums }: WholeMonth, of: Pick<SumRow, 'name' | 'to'>): SumRow[] {
  if (sums.length < 2) return [];
  const total = (amountOf: (sum: WholeMonth['sums'][number]) => number): Cents =>
    sums.map((sum) => wireMoney(amountOf(sum))).reduce(addCents, wireMoney(0));
  return [
    {
      key: 'total',
      ...of,
      sums: {
        count: sums.reduce((count, sum) => count + sum.count, 0),
        grossCents: total((sum) => sum.grossCents),
        commissionCents: total((sum) => sum.commissionCents),
      },
      amountCents: total((sum) => sum.netCents),
      isStrong: false,
    },
  ];
}
