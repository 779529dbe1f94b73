import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { useSearch } from '../../../shared/ui/use-search.ts';
import { COMMON_FILTER_NAMES, readCommonFilters, withValues } from '../desk/address.ts';
import { useDecisions } from '../desk/decisions.ts';
import type { Press } from '../desk/decisions.ts';
import styles from '../desk/desk.module.css';
import { FilterWords } from '../desk/filter-words.tsx';
import { QueueStrips } from '../desk/strips.tsx';
import { useMark } from '../desk/use-mark.ts';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { useDecisionProblem } from '../deposits/decide/refusal-text.ts';
import type { Problem } from '../deposits/pane/pane-props.ts';
import { DepositPane, EmptyPane, depositKey } from '../deposits/pane/deposit-pane.tsx';
import { useWaitingColumns } from './waiting-columns.tsx';
import { useWaitingList } from './waiting-list.ts';

/** Players who have not said that they paid. Whoever sees the money confirms for them, and goes on in the deposit queue. */
export function WaitingPlayers() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.waiting'));
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const problemText = useDecisionProblem();
  const { id: openId = null } = useParams<{ id: string }>();
  const [address, setAddress] = useSearch();
  const filterKey = COMMON_FILTER_NAMES.map((name) => address.get(name) ?? '').join('|');
  // oxlint-disable-next-line react/exhaustive-deps -- only these values make another list
  const filters = useMemo(() => readCommonFilters(address), [filterKey]);
  const isFiltered = Object.keys(filters).length > 0;
  const list = useWaitingList(filters);
  const [problem, setProblem] = useState<(Problem & { id: string }) | null>(null);
  const ids = list.rows.map(({ id }) => id);
  const { activeId, mark } = useMark(openId, ids);

  const open = (id: string | null): void => {
    if (id !== null) mark(id);
    setProblem(null);
    void navigate(
      { pathname: id === null ? '/waiting' : `/waiting/${id}`, search: address.toString() },
      { replace: openId !== null && id !== null, flushSync: true },
    );
  };
  const decisions = useDecisions({
    onMade: (press: Press, answer) => {
      void client.invalidateQueries({ queryKey: depositKey(press.transactionId) });
      toast({ text: press.done(answer), icon: 'check' });
      // It waits for a decision now, and that is made where all of them are made.
      if (press.transactionId === openId) void navigate(`/deposits/${press.transactionId}`);
    },
    onRefused: (press: Press, error) => {
      const text = problemText(error);
      if (press.transactionId === openId)
        setProblem({ id: press.transactionId, text, isReferenceUsed: false });
      else toast({ text: `${press.name}: ${text}`, isError: true });
      void client.invalidateQueries({ queryKey: depositKey(press.transactionId) });
    },
  });
  const clearFilters = (): void =>
    setAddress((before) =>
      withValues(before, Object.fromEntries(COMMON_FILTER_NAMES.map((name) => [name, undefined]))),
    );
  const closeTop = (): void => {
    if (openId !== null) open(null);
    else if (isFiltered && ids.length === 0) clearFilters();
  };
  useKeys([
    { keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: closeTop },
    { keys: 'n', label: t('waiting.keys.reload_long'), group: t('keys.list'), run: list.reload },
    ...(openId === null && activeId !== null
      ? [{ keys: 'o', label: t('waiting.keys.open_first'), group: t('keys.list'), run: () => open(activeId) }]
      : []),
  ]);
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus();
  }, [openId]);
  const isPhone = useIsPhone();
  const columns = useWaitingColumns({ isNarrow: useIsNarrow(), isPhone, gone: list.gone });
  const place = openId === null ? -1 : ids.indexOf(openId);
  const step = (by: number): (() => void) | undefined => {
    const id = place < 0 || place + by < 0 ? undefined : ids[place + by];
    return id === undefined ? undefined : () => open(id);
  };
  return (
    <div className={styles.two}>
      <main className={styles.list}>
        <header className={styles.bar}>
          <h1>{isPhone ? t('nav.waiting') : t('waiting.title')}</h1>
          <span className={styles.push}>
            <IconButton icon="redo" label={t('waiting.reload')} onClick={list.reload} />
          </span>
        </header>
        <FilterWords
          filters={filters}
          accounts={t('desk.all_accounts')}
          onChange={(values) => setAddress((before) => withValues(before, values))}
          aside={t('waiting.oldest_first')}
        />
        <QueueStrips unknown={decisions.unknown} onAsk={decisions.askNow} />
        <div className={styles.rows}>
          <Grid
            label={t('waiting.title')}
            columns={columns}
            rows={list.rows}
            keyOf={({ id }) => id}
            openKey={openId}
            activeKey={activeId}
            onActive={mark}
            onOpen={({ id }) => open(id)}
            hasMore={list.hasMore}
            onMore={list.more}
            isLoading={list.isLoading}
            failure={
              list.error === null
                ? null
                : { code: codeOf(list.error), requestId: requestIdOf(list.error), retry: list.reload }
            }
            isQuiet={({ id }) => list.gone.has(id)}
            hasFocus
            isDense
            empty={
              isFiltered ? (
                <Empty
                  icon="search"
                  title={t('waiting.nothing_filtered')}
                  action={
                    <Button size="small" keyHint="Esc" onClick={clearFilters}>
                      {t('desk.clear_filters')}
                    </Button>
                  }
                >
                  {t('waiting.nothing_filtered_text')}
                </Empty>
              ) : (
                <Empty icon="waiting-person" title={t('waiting.nothing')}>
                  {t('waiting.nothing_text')}
                </Empty>
              )
            }
          />
        </div>
        <footer className={styles.keyLine}>
          <KeyLine
            keys={[
              [['J', 'K'], t('desk.keys.walk')],
              [['Enter'], t('desk.keys.open')],
              [['O'], t('waiting.keys.on_behalf')],
              [['N'], t('waiting.keys.reload')],
            ]}
          />
        </footer>
      </main>
      {openId === null ? (
        <EmptyPane title={t('waiting.none_open')}>{t('waiting.none_open_text')}</EmptyPane>
      ) : (
        <DepositPane
          key={openId}
          id={openId}
          row={undefined}
          place={place < 0 ? null : place + 1}
          of={ids.length}
          isMarked={activeId === openId || place < 0}
          onOpenMarked={() => activeId !== null && open(activeId)}
          decisions={decisions}
          isDecided={() => false}
          onTaken={() => undefined}
          problem={problem?.id === openId ? problem : undefined}
          onProblem={(one) => setProblem(one === undefined ? null : { id: openId, ...one })}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}
