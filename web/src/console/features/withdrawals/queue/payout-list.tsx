import { PAYOUT_GROUPS } from '@vezne/contract/console/withdrawals';
import type { PayoutGroup } from '@vezne/contract/console/withdrawals';
import { sumCents } from '@vezne/domain/money';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../../shared/api/api-error.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Grid } from '../../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../../shared/ui/key-line.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { Bone, Empty } from '../../../../shared/ui/void.tsx';
import styles from '../../desk/desk.module.css';
import { OldestAndTarget } from '../../desk/strips.tsx';
import { wire } from '../../desk/wire.ts';
import { useLive } from '../../live/live.tsx';
import { TARGET_MINUTES } from './payout-columns.tsx';
import type { PayoutQueue, PlacedPayout } from './payout-queue.ts';

/** The title, how many wait and for how long, and what they come to. */
export function PayoutHead({ queue, onOldest }: { queue: PayoutQueue; onOldest: () => void }) {
  const { t } = useTranslation();
  const { counts } = useLive();
  const sums = queue.pages[0]?.sums;
  return (
    <header className={styles.bar}>
      <h1>{t('withdrawals.title')}</h1>
      <div className={styles.meta}>
        {counts === undefined && queue.isLoading && <Bone width={96} />}
        {counts !== undefined && (
          <>
            <span>{counts.withdrawals.waiting}</span>
            <OldestAndTarget
              since={counts.withdrawals.oldestSince}
              targetMinutes={TARGET_MINUTES}
              onOldest={onOldest}
            />
          </>
        )}
      </div>
      {sums !== undefined && (
        <span className={styles.headSum}>
          {t('withdrawals.open_sum')}{' '}
          <b>
            <Money amountCents={sumCents(PAYOUT_GROUPS.map((group) => wire(sums[group].sumCents)))} />
          </b>
        </span>
      )}
    </header>
  );
}

export function PayoutGrid({
  queue,
  columns,
  openId,
  activeId,
  isFiltered,
  onActive,
  onOpen,
  onClearFilters,
}: {
  queue: PayoutQueue;
  columns: Parameters<typeof Grid<PlacedPayout>>[0]['columns'];
  openId: string | null;
  activeId: string | null;
  isFiltered: boolean;
  onActive: (id: string) => void;
  onOpen: (id: string) => void;
  onClearFilters: () => void;
}) {
  const { t } = useTranslation();
  const { counts } = useLive();
  const { error } = queue;
  const countOf = (group: PayoutGroup): number => {
    const shown = queue.rows.filter(({ id, placed }) => placed === group && !queue.gone.has(id)).length;
    return queue.hasMore ? Math.max(queue.pages[0]?.sums?.[group].count ?? 0, shown) : shown;
  };
  return (
    <Grid
      label={t('withdrawals.title')}
      columns={columns}
      rows={queue.rows}
      groups={{
        of: ({ placed }) => placed,
        head: (name) => {
          const group = PAYOUT_GROUPS.find((known) => known === name) ?? 'queued';
          return (
            <>
              <b>{t(`withdrawals.group.${group}`)}</b>{' '}
              {t('withdrawals.group_count', { count: countOf(group) })}{' '}
              {group === 'authorised' && t('withdrawals.group_authorised')}
            </>
          );
        },
      }}
      keyOf={({ id }) => id}
      openKey={openId}
      activeKey={activeId}
      onActive={onActive}
      onOpen={({ id }) => onOpen(id)}
      hasMore={queue.hasMore}
      onMore={queue.more}
      isLoading={queue.isLoading}
      failure={
        error === null ? null : { code: codeOf(error), requestId: requestIdOf(error), retry: queue.retry }
      }
      isQuiet={({ id, taker, stage }) =>
        queue.gone.has(id) || (stage === 'taken' && taker !== null && !taker.isMe)
      }
      hasFocus
      isDense
      empty={
        isFiltered ? (
          <Empty
            icon="search"
            title={t('withdrawals.nothing_filtered')}
            action={
              <Button size="small" keyHint="Esc" onClick={onClearFilters}>
                {t('desk.clear_filters')}
              </Button>
            }
          >
            {t('withdrawals.nothing_filtered_text', { count: counts?.withdrawals.waiting ?? 0 })}
          </Empty>
        ) : (
          <Empty title={t('withdrawals.nothing')}>{t('withdrawals.nothing_text')}</Empty>
        )
      }
    />
  );
}

export function PayoutKeys() {
  const { t } = useTranslation();
  return (
    <footer className={styles.keyLine}>
      <KeyLine
        keys={[
          [['J', 'K'], t('desk.keys.walk')],
          [['Enter'], t('desk.keys.open')],
          [['T'], t('withdrawals.keys.take')],
          [['O'], t('withdrawals.keys.authorise')],
          [['P'], t('withdrawals.keys.pay')],
          [['R'], t('desk.keys.reject')],
          [['B'], t('withdrawals.keys.release')],
        ]}
      />
      <span className={styles.push}>
        <KeyLine keys={[[['?'], t('desk.keys.all')]]} />
      </span>
    </footer>
  );
}
