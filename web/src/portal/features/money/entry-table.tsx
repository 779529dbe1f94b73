import { displayAmount } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Money } from '../../../shared/ui/money.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import type { Column } from '../../parts/card-table.tsx';
import { wireMoney } from '../../parts/wire-money.ts';
import { wordOf } from './kinds.ts';
import styles from './money.module.css';
import type { Entry, TransactionEntry } from './use-entries.ts';

type AnyEntry = Pick<Entry, 'entryNo' | 'kind' | 'isCommission' | 'amountCents' | 'balanceAfterCents' | 'at'>;

/** What both tables show of an entry. */
function useEntryCells() {
  const { t } = useTranslation();
  const language = useLanguage();
  const kind = (entry: AnyEntry) => t(`money.kinds.${wordOf(entry)}`);
  const time = (entry: AnyEntry) => <Time at={new Date(entry.at)} only="moment" />;
  const amount = (entry: AnyEntry) => <Money amountCents={wireMoney(entry.amountCents)} isSigned />;
  const after = (entry: AnyEntry) => <Money amountCents={wireMoney(entry.balanceAfterCents)} />;
  const columns: {
    time: Column<AnyEntry>;
    kind: Column<AnyEntry>;
    amount: Column<AnyEntry>;
    after: Column<AnyEntry>;
  } = {
    time: { key: 'time', header: t('money.time'), width: '120px', isQuiet: true, cell: time },
    kind: { key: 'kind', header: t('money.kind'), cell: kind },
    amount: {
      key: 'amount',
      header: t('money.amount'),
      width: '136px',
      isFigure: true,
      cell: (entry) => <b>{amount(entry)}</b>,
    },
    after: { key: 'after', header: t('money.after'), width: '152px', isFigure: true, cell: after },
  };
  const card = (entry: AnyEntry) => ({
    title: kind(entry),
    figure: amount(entry),
    aside: t('money.balance_after', {
      amount: displayAmount(wireMoney(entry.balanceAfterCents), language),
    }),
  });
  return { time, columns, card };
}

/** Entries of one book. One about a transaction leads to it. */
export function EntryTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const { time, columns, card } = useEntryCells();
  // What is about no transaction is found in the files of a statement by its number.
  const about = ({ transaction, entryNo }: Entry) =>
    transaction === null ? (
      t('money.entry_no', { no: entryNo })
    ) : (
      <span title={transaction.externalReference}>
        {transaction.customerUsername} · {transaction.externalReference}
      </span>
    );
  return (
    <CardTable
      label={t('money.entries')}
      rows={entries}
      keyOf={({ entryNo }) => String(entryNo)}
      to={({ transaction }) => (transaction === null ? undefined : `/transactions/${transaction.id}`)}
      columns={[
        columns.time,
        columns.kind,
        { key: 'about', header: t('money.about'), width: '28%', isQuiet: true, cell: about },
        columns.amount,
        columns.after,
      ]}
      card={(entry) => ({
        ...card(entry),
        sub: (
          <>
            {time(entry)} ·{' '}
            {entry.transaction?.customerUsername ?? t('money.entry_no', { no: entry.entryNo })}
          </>
        ),
      })}
    />
  );
}

/** What one transaction did, to both books. */
export function TransactionEntryTable({ entries }: { entries: readonly TransactionEntry[] }) {
  const { t } = useTranslation();
  const { time, columns, card } = useEntryCells();
  return (
    <CardTable
      label={t('transactions.entries')}
      rows={entries}
      keyOf={({ book, entryNo }) => `${book} ${entryNo}`}
      columns={[
        columns.time,
        {
          ...columns.kind,
          cell: (entry: TransactionEntry) => (
            <span className={styles.twoLines}>
              {t(`money.kinds.${wordOf(entry)}`)}
              <span>{t(`money.books.${entry.book}`)}</span>
            </span>
          ),
        },
        columns.amount,
        columns.after,
      ]}
      card={(entry) => ({
        ...card(entry),
        sub: (
          <>
            {time(entry)} · {t(`money.books.${entry.book}`)}
          </>
        ),
      })}
    />
  );
}
