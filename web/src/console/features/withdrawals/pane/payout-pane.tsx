import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getPayout } from '@vezne/contract/console/withdrawals';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../shared/api/api.ts';
import { codeOf } from '../../../../shared/api/api-error.ts';
import { Copy } from '../../../../shared/ui/identifiers.tsx';
import { Empty, Failed } from '../../../../shared/ui/void.tsx';
import { PaneBones, PaneHead } from '../../desk/pane-head.tsx';
import styles from '../../desk/pane.module.css';
import { useChanged } from '../../live/live.tsx';
import own from '../withdrawals.module.css';
import type { PaneProps } from './pane-props.ts';
import { Work } from './work.tsx';

export const payoutKey = (id: string) => ['withdrawal', id] as const;

/** One payout: the evidence above, the next step below, always in the same place. */
export function PayoutPane(props: PaneProps) {
  const { id, row } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: payoutKey(id),
    queryFn: async ({ signal }) => await api(getPayout, { params: { id } }, { signal }),
    // A whole IBAN does not stay in the page's memory longer than it is shown.
    gcTime: 0,
    staleTime: 2_000,
    refetchOnWindowFocus: true,
  });
  useChanged(({ ids, all }) => {
    if (all || ids.includes(id)) void client.invalidateQueries({ queryKey: payoutKey(id) });
  });
  const reference = (data ?? row)?.externalReference;
  const state =
    data === undefined ? row?.stage : (data.stage ?? (data.status === 'approved' ? 'paid' : data.status));
  return (
    <aside className={styles.pane} aria-label={t('withdrawals.pane')}>
      <PaneHead {...props} state={state}>
        <h2 className={own.reference} title={reference}>
          {reference ?? '…'}
        </h2>
        {reference !== undefined && <Copy text={reference} label={t('withdrawals.copy_reference')} />}
      </PaneHead>
      {error !== null && data === undefined && (
        <div className={styles.scroll}>
          {codeOf(error) === 'not_found' ? (
            <Empty icon="search" title={t('withdrawals.not_found')}>
              {t('withdrawals.not_found_text')}
            </Empty>
          ) : (
            <Failed code={codeOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {error === null && data === undefined && <PaneBones />}
      {data !== undefined && <Work key={data.id} {...props} payout={data} />}
    </aside>
  );
}

/** Nothing is open. */
export function EmptyPane() {
  const { t } = useTranslation();
  return (
    <aside className={`${styles.pane} ${styles.unused}`} aria-label={t('withdrawals.pane')}>
      <Empty icon="withdraw" title={t('withdrawals.none_open')}>
        {t('withdrawals.none_open_text')}
      </Empty>
    </aside>
  );
}
