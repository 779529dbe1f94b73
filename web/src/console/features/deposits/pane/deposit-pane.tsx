import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getDeposit } from '@vezne/contract/console/deposits';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { displayCode } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../shared/api/api.ts';
import { codeOf } from '../../../../shared/api/api-error.ts';
import { Copy } from '../../../../shared/ui/identifiers.tsx';
import { Empty, Failed } from '../../../../shared/ui/void.tsx';
import { useChanged } from '../../live/live.tsx';
import { useSignedIn } from '../../session/session.ts';
import { useClaim } from './claim.ts';
import { Decision } from './decision.tsx';
import type { PaneProps } from './pane-props.ts';
import { PaneBones, PaneHead } from '../../desk/pane-head.tsx';
import styles from '../../desk/pane.module.css';

export const depositKey = (id: string) => ['deposit', id] as const;

/** One deposit: the evidence above, the decision below, always in the same place. */
export function DepositPane(props: PaneProps) {
  const { id, row } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { permissions } = useSignedIn();
  const { data, error, refetch } = useQuery({
    queryKey: depositKey(id),
    queryFn: async ({ signal }) => await api(getDeposit, { params: { id } }, { signal }),
    staleTime: 2_000,
    refetchOnWindowFocus: true,
  });
  const lookAgain = (): void => void client.invalidateQueries({ queryKey: depositKey(id) });
  useChanged(({ ids, all }) => {
    if (all || ids.includes(id)) lookAgain();
  });
  const claim = data === undefined ? row?.claim : data.claim;
  const isWaiting = data === undefined ? row !== undefined : data.status === 'waiting_confirmation';
  useClaim({
    id,
    isWanted:
      permissions.includes('decide') && isWaiting && claim !== undefined && (claim === null || claim.isMine),
    isDecided: props.isDecided,
    onClaimed: (own) =>
      client.setQueryData<DepositDetail>(depositKey(id), (before) => before && { ...before, claim: own }),
    onTaken: () => {
      lookAgain();
      props.onTaken();
    },
  });
  return (
    <aside className={styles.pane} aria-label={t('deposits.pane')}>
      <Head {...props} deposit={data} />
      {error !== null && data === undefined && (
        <div className={styles.scroll}>
          {codeOf(error) === 'not_found' ? (
            <Empty icon="search" title={t('deposits.not_found')}>
              {t('deposits.not_found_text')}
            </Empty>
          ) : (
            <Failed code={codeOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {error === null && data === undefined && <PaneBones />}
      {data !== undefined && <Decision key={data.id} {...props} deposit={data} onChanged={lookAgain} />}
    </aside>
  );
}

function Head({ row, deposit, ...walk }: PaneProps & { deposit: DepositDetail | undefined }) {
  const { t } = useTranslation();
  const code = (deposit ?? row)?.referenceCode ?? null;
  const status = deposit?.status ?? (row === undefined ? undefined : 'waiting_confirmation');
  return (
    <PaneHead {...walk} state={status}>
      <h2 className={styles.code}>{code === null ? t('deposits.no_code') : displayCode(code)}</h2>
      {code !== null && <Copy text={code} label={t('copy.code')} />}
    </PaneHead>
  );
}

/** Nothing is open. */
export function EmptyPane({ title, children }: { title: string; children: string }) {
  const { t } = useTranslation();
  return (
    <aside className={`${styles.pane} ${styles.unused}`} aria-label={t('deposits.pane')}>
      <Empty icon="deposit" title={title}>
        {children}
      </Empty>
    </aside>
  );
}
