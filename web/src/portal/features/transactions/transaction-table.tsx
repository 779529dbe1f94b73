import { displayCode } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../shared/ui/money.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useMatches } from '../../../shared/ui/use-matches.ts';
import { CardTable } from '../../parts/card-table.tsx';
import type { Column } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import { TransactionBadge } from './transaction-badge.tsx';
import styles from './transactions.module.css';
import type { ListedTransaction } from './use-transactions.ts';

/** With the navigation beside it, a small laptop has no room for what the detail shows as well. */
const NARROW = '(max-width: 1199px)';
const LEFT_OUT = new Set(['reference', 'balance']);

/** What came if that is known, else what was asked for. */
const amountOf = ({ actualAmountCents, amountCents }: ListedTransaction): number =>
  actualAmountCents ?? amountCents;

export function TransactionTable({
  label,
  transactions,
}: {
  label: string;
  transactions: readonly ListedTransaction[];
}) {
  const { t } = useTranslation();
  const isNarrow = useMatches(NARROW);
  const time = ({ createdAt }: ListedTransaction) => <Time at={new Date(createdAt)} only="moment" />;
  const code = ({ referenceCode }: ListedTransaction) =>
    referenceCode === null ? '–' : <span className={styles.code}>{displayCode(referenceCode)}</span>;
  const amount = (row: ListedTransaction) => <Money amountCents={wireMoney(amountOf(row))} />;
  const columns: Column<ListedTransaction>[] = [
    { key: 'time', header: t('transactions.time'), width: '112px', isQuiet: true, cell: time },
    { key: 'code', header: t('transactions.code'), width: '112px', cell: code },
    {
      key: 'type',
      header: t('transactions.type'),
      width: '96px',
      cell: ({ type }) => t(`transactions.types.${type}`),
    },
    {
      key: 'player',
      header: t('transactions.player'),
      cell: ({ customer }) => <span title={customer.fullName}>{customer.username}</span>,
    },
    {
      key: 'reference',
      header: t('transactions.reference'),
      width: '14%',
      isQuiet: true,
      cell: ({ externalReference }) => <span title={externalReference}>{externalReference}</span>,
    },
    {
      key: 'amount',
      header: t('transactions.amount'),
      width: '136px',
      isFigure: true,
      cell: (row) => <b>{amount(row)}</b>,
    },
    {
      key: 'status',
      header: t('transactions.status'),
      width: '152px',
      cell: ({ state }) => <TransactionBadge state={state} />,
    },
    {
      key: 'balance',
      header: t('transactions.to_balance'),
      width: '136px',
      isFigure: true,
      cell: (row) => <OnBalance row={row} />,
    },
  ];
  return (
    <CardTable
      label={label}
      rows={transactions}
      keyOf={({ id }) => id}
      to={({ id }) => `/transactions/${id}`}
      columns={columns.filter(({ key }) => !isNarrow || !LEFT_OUT.has(key))}
      card={(row) => ({
        title: (
          <>
            {row.customer.username}{' '}
            <span className={styles.quiet}>· {t(`transactions.types.${row.type}`)}</span>
          </>
        ),
        figure: amount(row),
        sub: (
          <>
            {time(row)} · {row.referenceCode === null ? row.externalReference : code(row)}
          </>
        ),
        aside: <TransactionBadge state={row.state} />,
      })}
    />
  );
}

/** What it did to the balance until now: a payout leaves it when it is set aside. */
function OnBalance({ row }: { row: ListedTransaction }) {
  const isOpen = row.state === 'waiting_payment' || row.state === 'waiting_confirmation';
  return !isOpen ? <Money amountCents={wireMoney(row.balanceImpactCents)} isSigned /> : '–';
}
