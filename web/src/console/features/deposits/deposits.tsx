import { useQueryClient } from '@tanstack/react-query';
import { BULK_LIMIT } from '@vezne/contract/console/deposit-decisions';
import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import { getNextDeposit } from '@vezne/contract/console/deposits';
import { displayAmount } from '@vezne/domain/written';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useSearch } from '../../../shared/ui/use-search.ts';
import { useLive } from '../live/live.tsx';
import { useSignedIn } from '../session/session.ts';
import { BulkBar, BulkPane, sumOf } from './bulk/bulk-pane.tsx';
import { mayBeInBulk, useBulk } from './bulk/bulk.ts';
import { useDecisions } from '../desk/decisions.ts';
import type { Press } from '../desk/decisions.ts';
import { DepositPane, EmptyPane, depositKey } from './pane/deposit-pane.tsx';
import styles from '../desk/desk.module.css';
import { FilterBar } from './queue/filter-bar.tsx';
import { useQueueColumns } from './queue/queue-columns.tsx';
import type { Problem } from './pane/pane-props.ts';
import { FILTER_NAMES, readFilters, readSelected } from './queue/queue-filters.ts';
import { QueueGrid, QueueHead, QueueKeys } from './queue/queue-list.tsx';
import { nextOf, useDepositQueue } from './queue/deposit-queue.ts';
import { NewBar, QueueStrips } from '../desk/strips.tsx';
import { withValues } from '../desk/address.ts';
import { isReferenceUsed, useDecisionProblem } from './decide/refusal-text.ts';
import { useSelection } from './queue/selection.ts';
import { useMark } from '../desk/use-mark.ts';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';

/** The queue on the left, the decision on the right; filters, selection and item in the address. */
export function Deposits() {
  const { t } = useTranslation();
  const language = useLanguage();
  useDocumentTitle(t('nav.deposits'));
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const problemText = useDecisionProblem();
  const { permissions } = useSignedIn();
  const { counts } = useLive();
  const { id: openId = null } = useParams<{ id: string }>();
  const [address, setAddress] = useSearch();
  const filterKey = FILTER_NAMES.map((name) => address.get(name) ?? '').join('|');
  // oxlint-disable-next-line react/exhaustive-deps -- the address changes with the selection too, and that is no other list
  const filters = useMemo(() => readFilters(address), [filterKey]);
  const isFiltered = Object.keys(filters).length > 0;
  const queue = useDepositQueue(filters);
  const { rows, gone } = queue;
  const [problem, setProblem] = useState<(Problem & { id: string }) | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [bulkProblem, setBulkProblem] = useState<string>();
  const decided = useRef(new Set<string>());
  /** The deposit that came after a decision. If a colleague was faster, the one after it comes instead. */
  const openedByItself = useRef<string | null>(null);
  const bulk = useBulk();
  const mayDecide = permissions.includes('decide');

  // The address follows a moment later, and a second key must not wait for it.
  const [chosen, setChosen] = useState<readonly string[]>(() => readSelected(address));
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { activeId, mark } = useMark(openId, ids);
  const selection = useSelection({
    ids,
    chosen,
    mayChoose: (id) => {
      const row = rows.find((each) => each.id === id);
      return mayDecide && row !== undefined && mayBeInBulk(row, gone.has(id));
    },
    onChange: (next) => {
      setChosen(next);
      setAddress((before) => withValues(before, { selected: next.join(',') }), { replace: true });
    },
    onFull: () => toast({ text: t('deposits.bulk.full', { count: BULK_LIMIT }), icon: 'info' }),
    onRefused: () => toast({ text: t('deposits.bulk.not_this'), icon: 'info' }),
  });
  const selected = useMemo(() => new Set(selection.chosen), [selection.chosen]);
  const selectedRows = rows.filter(({ id }) => selected.has(id));
  const isBulk = selectedRows.length > 0;

  const open = (id: string | null): void => {
    if (id !== null) mark(id);
    setProblem(null);
    void navigate(
      { pathname: id === null ? '/deposits' : `/deposits/${id}`, search: address.toString() },
      // At once: a key right after it must not meet the deposit before.
      { replace: openId !== null && id !== null, flushSync: true },
    );
  };
  const openNext = async (afterId: string): Promise<void> => {
    const except = new Set([
      afterId,
      ...decisions.unknown.map(({ transactionId }) => transactionId),
      ...decided.current,
    ]);
    const next = nextOf(queue, { except, nowMs: Date.now() });
    const isKnown = next !== undefined || !queue.hasMore;
    const { id } = isKnown
      ? { id: next?.id ?? null }
      : await api(getNextDeposit, { query: filters }).catch(() => ({ id: null }));
    openedByItself.current = id;
    open(id === afterId ? null : id);
  };
  const onMade = (press: Press, answer: DecisionAnswer): void => {
    const isOver = answer.outcome === 'made' && answer.status !== 'waiting_confirmation';
    if (isOver) {
      decided.current.add(press.transactionId);
      queue.remove([press.transactionId]);
    } else void queue.reread([press.transactionId]).catch(() => undefined);
    void client.invalidateQueries({ queryKey: depositKey(press.transactionId) });
    const madeId = press.made?.();
    toast({
      text: press.done(answer),
      icon: answer.outcome === 'asked' ? 'people' : 'check',
      action: { label: t('desk.open'), run: () => open(madeId ?? press.transactionId) },
    });
    setProblem(null);
    if (madeId !== undefined && press.transactionId === openId) open(madeId);
    if (press.goesOn && press.transactionId === openId) void openNext(press.transactionId);
  };
  const onRefused = (press: Press, error: unknown): void => {
    const text = problemText(error);
    if (press.transactionId === openId)
      setProblem({ id: press.transactionId, text, isReferenceUsed: isReferenceUsed(error) });
    else toast({ text: `${press.name}: ${text}`, isError: true });
    void client.invalidateQueries({ queryKey: depositKey(press.transactionId) });
    void queue.reread([press.transactionId]).catch(() => undefined);
  };
  const decisions = useDecisions({ onMade, onRefused });

  const approveInBulk = async (): Promise<void> => {
    setBulkProblem(undefined);
    try {
      const what = t('deposits.bulk.what', {
        count: selectedRows.length,
        amount: displayAmount(sumOf(selectedRows), language),
      });
      const result = await bulk.approve(selectedRows, what);
      if (result === 'cancelled') return;
      setIsAsking(false);
      const left = new Set(result.left.map(({ row }) => row.id));
      const done = selectedRows.map(({ id }) => id).filter((id) => !left.has(id));
      if (result.isAsked) selection.set([]);
      else {
        for (const id of done) decided.current.add(id);
        queue.remove(done);
        // What could not be approved stays chosen, with its reason beside it.
        selection.set([...left]);
      }
      await queue.reread(selectedRows.map(({ id }) => id));
      toast({
        text: result.isAsked ? t('deposits.bulk.asked') : t('deposits.bulk.done', { count: result.made }),
      });
    } catch (error) {
      setBulkProblem(problemText(error));
    }
  };
  const clearFilters = (): void =>
    setAddress((before) =>
      withValues(before, Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]))),
    );
  const dropSelection = (): void => {
    setIsAsking(false);
    selection.set([]);
  };
  const showNew = (): void => void queue.showNew();
  /** Only the top is closed: what is chosen, then the pane, then a filter that shows nothing. */
  const closeTop = (): void => {
    if (isBulk) dropSelection();
    else if (openId !== null) open(null);
    else if (isFiltered && rows.length === 0) clearFilters();
  };
  const openMarked = (): void => {
    if (activeId !== null) open(activeId);
  };

  const list = t('keys.list');
  const group = t('deposits.keys.group');
  useKeys([
    { keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: closeTop },
    { keys: 'n', label: t('desk.keys.new'), group: list, run: showNew },
    ...(mayDecide
      ? [
          {
            keys: 'x',
            label: t('deposits.keys.select_long'),
            group: list,
            run: () => selection.toggle(activeId),
          },
          {
            keys: 'Shift+x',
            label: t('deposits.keys.range'),
            group: list,
            run: () => selection.toggleTo(activeId),
          },
        ]
      : []),
    // Without an open deposit a key that decides opens the marked one: nothing is decided unseen.
    ...(openId === null && !isBulk && mayDecide
      ? (['a', 'e', 'r', 'b'] as const).map((keys) => ({
          keys,
          label: t('desk.keys.open_first'),
          group,
          run: openMarked,
        }))
      : []),
    ...(isBulk
      ? [{ keys: 'a', label: t('deposits.bulk.approve'), group, run: () => setIsAsking(true) }]
      : []),
  ]);

  // What had the focus may be gone with the deposit before; arrows and Enter must go on working.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus();
  }, [openId]);
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const columns = useQueueColumns({
    isNarrow,
    isPhone,
    gone,
    choice: {
      isOn: isBulk,
      selected,
      mayChoose: (row) => mayBeInBulk(row, gone.has(row.id)),
    },
  });
  const place = openId === null ? -1 : ids.indexOf(openId);
  const step = (by: number): (() => void) | undefined => {
    const id = place < 0 ? undefined : ids[place + by];
    return id === undefined || place + by < 0 ? undefined : () => open(id);
  };
  const waiting = counts?.deposits.waiting;
  return (
    <div className={styles.two}>
      <main className={styles.list}>
        <QueueHead queue={queue} onOldest={() => ids[0] !== undefined && open(ids[0])} />
        <FilterBar
          filters={filters}
          onChange={(values) => setAddress((before) => withValues(before, values))}
          aside={
            isFiltered && waiting !== undefined
              ? t('deposits.shown_of', { shown: rows.length, more: queue.hasMore ? '+' : '', count: waiting })
              : t('deposits.oldest_first')
          }
        />
        <QueueStrips unknown={decisions.unknown} onAsk={decisions.askNow} />
        <div className={styles.rows}>
          <QueueGrid
            queue={queue}
            columns={columns}
            openId={isBulk ? null : openId}
            activeId={activeId}
            selected={selected}
            isFiltered={isFiltered}
            onActive={mark}
            onOpen={open}
            onClearFilters={clearFilters}
          />
        </div>
        <NewBar
          newCount={queue.newCount}
          text={[
            queue.newCount === null ? t('deposits.new_some') : t('deposits.new', { count: queue.newCount }),
            t('deposits.new_where'),
          ]}
          onShow={showNew}
        />
        {isBulk ? (
          <BulkBar
            rows={selectedRows}
            shown={rows.length}
            onApprove={() => setIsAsking(true)}
            onDrop={dropSelection}
          />
        ) : (
          <QueueKeys />
        )}
      </main>
      {isBulk ? (
        <BulkPane
          rows={selectedRows}
          bulk={bulk}
          isAsking={isAsking}
          problem={bulkProblem}
          onApprove={() => void approveInBulk()}
          onCancel={() => setIsAsking(false)}
          onClose={dropSelection}
        />
      ) : openId === null ? (
        <EmptyPane title={t('deposits.none_open')}>{t('deposits.none_open_text')}</EmptyPane>
      ) : (
        <DepositPane
          key={openId}
          id={openId}
          row={rows.find(({ id }) => id === openId)}
          place={place < 0 ? null : place + 1}
          of={Math.max(waiting ?? 0, rows.length)}
          isMarked={activeId === openId || place < 0}
          onOpenMarked={openMarked}
          decisions={decisions}
          isDecided={(id) => decided.current.has(id)}
          onTaken={() => {
            if (openedByItself.current === openId) void openNext(openId);
          }}
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
