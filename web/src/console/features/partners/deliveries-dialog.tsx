import { useQueryClient } from '@tanstack/react-query';
import type { EndpointDelivery, PartnerEndpoint } from '@vezne/contract/console/partner-endpoints';
import { replayUndelivered } from '@vezne/contract/console/undelivered';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Dialog, EscapeHint } from '../../../shared/ui/dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useSignedIn } from '../session/session.ts';
import { UNDELIVERED_KEY } from '../undelivered/rows.ts';
import styles from './partners.module.css';
import { PARTNERS_KEY, useEndpointDeliveries } from './use-partners.ts';

type State = EndpointDelivery['state'];
const FILTERS = [null, 'delivered', 'pending', 'parked'] as const;

const LOOKS = {
  delivered: { tone: 'approved', icon: 'check-ring' },
  pending: { tone: 'waiting', icon: 'clock' },
  parked: { tone: 'rejected', icon: 'cross-ring' },
} as const;

/** The latest events of an endpoint. What it did not take can be sent again here. */
export function DeliveriesDialog({ endpoint, onClose }: { endpoint: PartnerEndpoint; onClose: () => void }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State | null>(null);
  const { data, error, refetch } = useEndpointDeliveries(endpoint.id, state);
  return (
    <Dialog
      title={t('partners.deliveries.title')}
      width={880}
      isOpen
      onClose={onClose}
      aside={<EscapeHint />}
    >
      <Stack gap={12}>
        <p className={styles.address}>{endpoint.address}</p>
        <div className={styles.buttons} role="group" aria-label={t('partners.deliveries.filter')}>
          {FILTERS.map((one) => (
            <Button
              key={one ?? 'all'}
              size="small"
              kind={one === state ? 'main' : 'plain'}
              aria-pressed={one === state}
              onClick={() => setState(one)}
            >
              {one === null ? t('partners.deliveries.all') : t(`partners.deliveries.states.${one}`)}
            </Button>
          ))}
        </div>
        {data === undefined && error === null && <SkeletonRows rows={6} />}
        {data === undefined && error !== null && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {data?.deliveries.length === 0 && (
          <Empty icon="hook" title={t('partners.deliveries.nothing')}>
            {t('partners.deliveries.nothing_text')}
          </Empty>
        )}
        {data !== undefined && data.deliveries.length > 0 && (
          <Deliveries endpoint={endpoint} deliveries={data.deliveries} />
        )}
        <Quiet isTiny>{t('partners.deliveries.replay_help')}</Quiet>
      </Stack>
    </Dialog>
  );
}

function Deliveries({
  endpoint,
  deliveries,
}: {
  endpoint: PartnerEndpoint;
  deliveries: readonly EndpointDelivery[];
}) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const client = useQueryClient();
  const toast = useToast();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const mayReplay = permissions.includes('ask_change');
  /** It names how often it was tried: the same press, sent twice, sends it once. */
  const replay = async ({ eventId, attempts }: EndpointDelivery): Promise<void> => {
    setBusyId(eventId);
    setProblem(undefined);
    try {
      const { events } = await api(replayUndelivered, {
        params: { id: endpoint.id },
        body: { eventId, attempts },
      });
      toast(
        events === 0
          ? { text: t('undelivered.nothing_replayed'), icon: 'info' }
          : { text: t('undelivered.replayed', { count: events }), icon: 'check' },
      );
      await Promise.all(
        [PARTNERS_KEY, UNDELIVERED_KEY].map(async (queryKey) => await client.invalidateQueries({ queryKey })),
      );
    } catch (error) {
      setProblem(t(`errors.${codeOf(error)}`));
    } finally {
      setBusyId(null);
    }
  };
  return (
    <>
      {problem !== undefined && (
        <Note tone="rejected" isAlert>
          {problem}
        </Note>
      )}
      <div className={styles.scroll}>
        <table className={classNames(styles.table, styles.cards)}>
          <thead>
            <tr>
              <th scope="col">{t('partners.deliveries.event')}</th>
              <th scope="col">{t('partners.deliveries.about')}</th>
              <th scope="col">{t('partners.deliveries.happened')}</th>
              <th scope="col">{t('partners.state')}</th>
              <th scope="col">{t('partners.deliveries.answer')}</th>
              <td aria-label={t('undelivered.replay')} />
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.eventId}>
                <th scope="row">{delivery.eventType}</th>
                <td>
                  <Link to={`/${placeOf(delivery)}/${delivery.transactionId}`}>
                    {delivery.externalReference}
                  </Link>
                </td>
                <td className={styles.quiet}>
                  <Time at={new Date(delivery.occurredAt)} only="moment" />
                </td>
                <td>
                  <Badge {...LOOKS[delivery.state]}>
                    {t(`partners.deliveries.states.${delivery.state}`)}
                  </Badge>
                </td>
                <td className={styles.quiet}>
                  <Answer delivery={delivery} />
                </td>
                <td className={styles.act}>
                  {mayReplay && delivery.state !== 'delivered' && delivery.attempts > 0 && (
                    <Button
                      size="small"
                      icon="redo"
                      isBusy={busyId === delivery.eventId}
                      aria-label={t('undelivered.replay_of', { reference: delivery.externalReference })}
                      onClick={() => void replay(delivery)}
                    >
                      {t('undelivered.replay')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const placeOf = ({ eventType }: EndpointDelivery): 'deposits' | 'withdrawals' =>
  eventType.startsWith('deposit.') ? 'deposits' : 'withdrawals';

function Answer({ delivery }: { delivery: EndpointDelivery }) {
  const { t } = useTranslation();
  const { attempts, lastStatus, lastError, lastDurationMs } = delivery;
  if (attempts === 0) return t('undelivered.not_tried');
  const answer = lastError ?? (lastStatus === null ? '–' : String(lastStatus));
  return `${answer}${lastDurationMs === null ? '' : ` · ${lastDurationMs} ms`} · ${t('undelivered.tries', { count: attempts })}`;
}
