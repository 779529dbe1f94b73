import { useQueryClient } from '@tanstack/react-query';
import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useSearch } from '../../../shared/ui/use-search.ts';
import { COMMON_FILTER_NAMES, readCommonFilters, withValues } from '../desk/address.ts';
import { useDecisions } from '../desk/decisions.ts';
import type { Press } from '../desk/decisions.ts';
import styles from '../desk/desk.module.css';
import { FilterWords } from '../desk/filter-words.tsx';
import { NewBar, QueueStrips } from '../desk/strips.tsx';
import { useMark } from '../desk/use-mark.ts';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { useLive } from '../live/live.tsx';
import { useSignedIn } from '../session/session.ts';
import { refusalOf, usePayoutProblem } from './decide/refusal-text.ts';
import type { Problem } from './pane/pane-props.ts';
import { EmptyPane, PayoutPane, payoutKey } from './pane/payout-pane.tsx';
import { usePayoutColumns } from './queue/payout-columns.tsx';
import { PayoutGrid, PayoutHead, PayoutKeys } from './queue/payout-list.tsx';
import { nextOf, usePayoutQueue } from './queue/payout-queue.ts';

/** The queue by stage on the left, the payout on the right; filters and item in the address. */
export function Withdrawals() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.withdrawals'));
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const problemText = usePayoutProblem();
  const { permissions } = useSignedIn();
  const { counts } = useLive();
  const { id: openId = null } = useParams<{ id: string }>();
  const [address, setAddress] = useSearch();
  const filterKey = COMMON_FILTER_NAMES.map((name) => address.get(name) ?? '').join('|');
  // oxlint-disable-next-line react/exhaustive-deps -- another address may have the same filters, and that is no other list
  const filters = useMemo(() => readCommonFilters(address), [filterKey]);
  const isFiltered = Object.keys(filters).length > 0;
  const queue = usePayoutQueue(filters);
  const { rows, gone } = queue;
  const [problem, setProblem] = useState<(Problem & { id: string }) | null>(null);
  const [endedId, setEndedId] = useState<string | null>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { activeId, mark } = useMark(openId, ids);

  const open = (id: string | null): void => {
    if (id !== null) mark(id);
    setProblem(null);
    void navigate(
      { pathname: id === null ? '/withdrawals' : `/withdrawals/${id}`, search: address.toString() },
      // At once: a key right after it must not meet the payout before.
      { replace: openId !== null && id !== null, flushSync: true },
    );
  };
  const onMade = (press: Press, answer: DecisionAnswer): void => {
    const { transactionId: id } = press;
    const isOver = answer.outcome === 'made' && answer.status !== 'waiting_confirmation';
    if (isOver) {
      queue.remove([id]);
      setEndedId(id);
    }
    // One's own step moves it to its group; what a colleague does moves nothing.
    else if (answer.outcome === 'made') void queue.showNew().catch(() => undefined);
    else void queue.reread([id]).catch(() => undefined);
    void client.invalidateQueries({ queryKey: payoutKey(id) });
    toast({
      text: press.done(answer),
      icon: answer.outcome === 'asked' ? 'people' : 'check',
      action: { label: t('desk.open'), run: () => open(id) },
    });
    setProblem(null);
  };
  const onRefused = (press: Press, error: unknown): void => {
    const { transactionId: id, name } = press;
    const text = problemText(error);
    if (id === openId) setProblem({ id, text, refusal: refusalOf(error) });
    else toast({ text: `${name}: ${text}`, isError: true });
    void client.invalidateQueries({ queryKey: payoutKey(id) });
    void queue.reread([id]).catch(() => undefined);
  };
  const decisions = useDecisions({ onMade, onRefused });

  const clearFilters = (): void =>
    setAddress((before) =>
      withValues(before, Object.fromEntries(COMMON_FILTER_NAMES.map((name) => [name, undefined]))),
    );
  /** Only the top is closed: the pane, then a filter that shows nothing. */
  const closeTop = (): void => {
    if (openId !== null) open(null);
    else if (isFiltered && rows.length === 0) clearFilters();
  };
  const openMarked = (): void => {
    if (activeId !== null) open(activeId);
  };
  const showNew = (): void => void queue.showNew();
  const list = t('keys.list');
  const group = t('withdrawals.keys.group');
  useKeys([
    { keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: closeTop },
    { keys: 'n', label: t('desk.keys.new'), group: list, run: showNew },
    // Without an open payout a key that decides opens the marked one: nothing is decided unseen.
    ...(openId === null && permissions.includes('decide')
      ? (['t', 'o', 'p', 'r', 'b'] as const).map((keys) => ({
          keys,
          label: t('desk.keys.open_first'),
          group,
          run: openMarked,
        }))
      : []),
  ]);

  // What had the focus may be gone with the payout before; arrows and Enter must go on working.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus();
  }, [openId]);
  const columns = usePayoutColumns({ isNarrow: useIsNarrow(), isPhone: useIsPhone(), gone });
  const place = openId === null ? -1 : ids.indexOf(openId);
  const step = (by: number): (() => void) | undefined => {
    const id = place < 0 ? undefined : ids[place + by];
    return id === undefined || place + by < 0 ? undefined : () => open(id);
  };
  const waiting = counts?.withdrawals.waiting;
  const next =
    openId === null
      ? undefined
      : nextOf(queue, new Set([openId, ...decisions.unknown.map(({ transactionId }) => transactionId)]));
  const oldest = rows.toSorted((a, b) => Date.parse(a.waitingSince) - Date.parse(b.waitingSince))[0];
  return (
    <div className={styles.two}>
      <main className={styles.list}>
        <PayoutHead queue={queue} onOldest={() => oldest !== undefined && open(oldest.id)} />
        <FilterWords
          filters={filters}
          accounts={t('withdrawals.all_accounts')}
          onChange={(values) => setAddress((before) => withValues(before, values))}
          aside={
            isFiltered
              ? t('withdrawals.shown', { shown: rows.length, more: queue.hasMore ? '+' : '' })
              : t('withdrawals.order')
          }
        />
        <QueueStrips unknown={decisions.unknown} onAsk={decisions.askNow} />
        <div className={styles.rows}>
          <PayoutGrid
            queue={queue}
            columns={columns}
            openId={openId}
            activeId={activeId}
            isFiltered={isFiltered}
            onActive={mark}
            onOpen={open}
            onClearFilters={clearFilters}
          />
        </div>
        <NewBar
          newCount={queue.newCount}
          text={[
            queue.newCount === null
              ? t('withdrawals.new_some')
              : t('withdrawals.new', { count: queue.newCount }),
            t('withdrawals.new_where'),
          ]}
          onShow={showNew}
        />
        <PayoutKeys />
      </main>
      {openId === null ? (
        <EmptyPane />
      ) : (
        <PayoutPane
          key={openId}
          id={openId}
          row={rows.find(({ id }) => id === openId)}
          place={place < 0 ? null : place + 1}
          of={Math.max(waiting ?? 0, rows.length)}
          isMarked={activeId === openId || place < 0}
          onOpenMarked={openMarked}
          decisions={decisions}
          isEndedHere={endedId === openId}
          problem={problem?.id === openId ? problem : undefined}
          onProblem={(said) => setProblem(said === undefined ? null : { ...said, id: openId })}
          next={next === undefined ? null : { name: next.customerFullName, open: () => open(next.id) }}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}
