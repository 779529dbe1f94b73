import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../../shared/api/api-error.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Grid } from '../../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../../shared/ui/key-line.tsx';
import { Bone, Empty } from '../../../../shared/ui/void.tsx';
import { useLive } from '../../live/live.tsx';
import styles from '../../desk/desk.module.css';
import { OldestAndTarget } from '../../desk/strips.tsx';
import { TARGET_MINUTES } from './queue-columns.tsx';
import type { DepositQueue } from './deposit-queue.ts';

/** The title, how many wait, and how long the oldest has waited. */
export function QueueHead({ queue, onOldest }: { queue: DepositQueue; onOldest: () => void }) {
  const { t } = useTranslation();
  const { counts } = useLive();
  return (
    <header className={styles.bar}>
      <h1>{t('deposits.title')}</h1>
      <div className={styles.meta}>
        {counts === undefined && queue.isLoading && <Bone width={96} />}
        {counts !== undefined && (
          <>
            <span>{counts.deposits.waiting}</span>
            <OldestAndTarget
              since={counts.deposits.oldestSince}
              targetMinutes={TARGET_MINUTES}
              onOldest={onOldest}
            />
            {counts.deposits.held > 0 && (
              <span>{t('deposits.held_count', { count: counts.deposits.held })}</span>
            )}
          </>
        )}
      </div>
    </header>
  );
}

export function QueueGrid({
  queue,
  columns,
  openId,
  activeId,
  selected,
  isFiltered,
  onActive,
  onOpen,
  onClearFilters,
}: {
  queue: DepositQueue;
  columns: Parameters<typeof Grid<WaitingDeposit>>[0]['columns'];
  openId: string | null;
  activeId: string | null;
  selected: ReadonlySet<string>;
  isFiltered: boolean;
  onActive: (id: string) => void;
  onOpen: (id: string) => void;
  onClearFilters: () => void;
}) {
  const { t } = useTranslation();
  const { counts } = useLive();
  return (
    <Grid
      label={t('deposits.title')}
      columns={columns}
      rows={queue.rows}
      keyOf={({ id }) => id}
      openKey={openId}
      activeKey={activeId}
      onActive={onActive}
      selectedKeys={selected}
      onOpen={({ id }) => onOpen(id)}
      hasMore={queue.hasMore}
      onMore={queue.more}
      isLoading={queue.isLoading}
      failure={
        queue.error === null
          ? null
          : { code: codeOf(queue.error), requestId: requestIdOf(queue.error), retry: queue.retry }
      }
      isQuiet={({ id, claim }) => queue.gone.has(id) || (claim !== null && !claim.isMine)}
      hasFocus
      isDense
      empty={
        isFiltered ? (
          <Empty
            icon="search"
            title={t('deposits.nothing_filtered')}
            action={
              <Button size="small" keyHint="Esc" onClick={onClearFilters}>
                {t('desk.clear_filters')}
              </Button>
            }
          >
            {t('deposits.nothing_filtered_text', { count: counts?.deposits.waiting ?? 0 })}
          </Empty>
        ) : (
          <Empty title={t('deposits.nothing')}>{t('deposits.nothing_text')}</Empty>
        )
      }
    />
  );
}

export function QueueKeys() {
  const { t } = useTranslation();
  return (
    <footer className={styles.keyLine}>
      <KeyLine
        keys={[
          [['J', 'K'], t('desk.keys.walk')],
          [['Enter'], t('desk.keys.open')],
          [['A'], t('deposits.keys.approve')],
          [['E'], t('deposits.keys.amount')],
          [['R'], t('desk.keys.reject')],
          [['X'], t('deposits.keys.select')],
          [['T'], t('deposits.keys.take_over')],
          [['B'], t('deposits.keys.hold')],
        ]}
      />
      <span className={styles.push}>
        <KeyLine keys={[[['?'], t('desk.keys.all')]]} />
      </span>
    </footer>
  );
}
