import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { isWrongOrder } from '../../parts/days.ts';
import { Older } from '../../parts/older.tsx';
import { WrongOrderNote } from '../../parts/period-note.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { Filters } from './filters.tsx';
import { SearchForm } from './search-form.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useTransactions } from './use-transactions.ts';
import type { Wanted } from './use-transactions.ts';

const FILTERS = ['type', 'status', 'from', 'to', 'amountFrom', 'amountTo'] as const;

/** The text that is searched for: a player's name must not stand in an address, so it lies beside it, in the history of the browser. */
function useSearchText(): [string, (text: string) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const text =
    typeof state === 'object' && state !== null && 'text' in state && typeof state.text === 'string'
      ? state.text
      : '';
  return [
    text,
    (next) => void navigate(`?${location.search.slice(1)}`, { replace: true, state: { text: next } }),
  ];
}

export function Transactions() {
  const { t } = useTranslation();
  const { read, write } = useAddress();
  const [text, setText] = useSearchText();
  const wanted: Wanted = {
    type: read('type'),
    status: read('status'),
    from: read('from'),
    to: read('to'),
    amountFrom: read('amountFrom'),
    amountTo: read('amountTo'),
    text,
  };
  const isFiltered = text !== '' || FILTERS.some((name) => wanted[name] !== undefined);
  const navigate = useNavigate();
  const search = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    // The button goes with what it clears.
    search.current?.focus();
    void navigate('/transactions', { replace: true });
  };
  const isUnasked = isWrongOrder(wanted);
  const pages = useTransactions(wanted);
  const { data, error, refetch } = pages;
  const transactions = data?.pages.flatMap((page) => page.transactions) ?? [];
  const last = data?.pages.at(-1);
  return (
    <Page title={t('transactions.title')}>
      <Box title={t('transactions.search')}>
        <SearchForm text={text} onSearch={setText} field={search} />
        <Filters wanted={wanted} onChange={write} onClear={isFiltered ? clear : undefined} />
      </Box>
      <Box title={t('transactions.title')} isFlush>
        {last?.hasMorePlayers === true && <Note>{t('transactions.more_players')}</Note>}
        {error !== null && data === undefined && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {isUnasked && <WrongOrderNote />}
        {error === null && data === undefined && !isUnasked && <SkeletonRows rows={8} />}
        {transactions.length > 0 && (
          <TransactionTable label={t('transactions.title')} transactions={transactions} />
        )}
        {last !== undefined && transactions.length === 0 && last.next === null && (
          <Empty
            icon="swap"
            title={isFiltered ? t('transactions.none') : t('transactions.none_yet')}
            action={
              isFiltered && (
                <Button size="small" onClick={clear}>
                  {t('transactions.clear')}
                </Button>
              )
            }
          >
            {isFiltered ? t('transactions.none_text') : t('transactions.none_yet_text')}
          </Empty>
        )}
        <Older pages={pages} lookedBackTo={last?.lookedBackTo ?? null} />
      </Box>
    </Page>
  );
}
