import type { Delivery, Endpoint } from '@vezne/contract/portal/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { useDeliveries } from './use-webhooks.ts';
import styles from './webhooks.module.css';

const FILTERS = [null, 'pending', 'parked'] as const;

/** The server answers with no more. */
const MOST_SHOWN = 50;

const LOOKS = {
  delivered: { tone: 'approved', icon: 'check-ring' },
  pending: { tone: 'waiting', icon: 'clock' },
  parked: { tone: 'rejected', icon: 'cross-ring' },
} as const;

/** The latest events of an endpoint, and how the receiver answered. */
export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const address = useAddress();
  const state = FILTERS.find((one) => one === address.read('state')) ?? null;
  const [openId, setOpenId] = useState<string | null>(null);
  const { data, error, refetch } = useDeliveries(endpoint.id, state);
  const opened = data?.deliveries.find(({ eventId }) => eventId === openId);
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('webhooks.filter')}>
        {FILTERS.map((one) => (
          <Button
            key={one ?? 'all'}
            size="small"
            kind={one === state ? 'main' : 'plain'}
            aria-pressed={one === state}
            onClick={() => address.write({ state: one ?? undefined })}
          >
            {t(`webhooks.filters.${one ?? 'all'}`)}
          </Button>
        ))}
      </div>
      {data === undefined && error === null && <SkeletonRows rows={6} />}
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {data?.deliveries.length === 0 && (
        <Empty icon="hook" title={t(`webhooks.no_${state ?? 'event'}`)}>
          {t(`webhooks.no_${state ?? 'event'}_text`)}
        </Empty>
      )}
      {data !== undefined && data.deliveries.length > 0 && (
        <DeliveryTable deliveries={data.deliveries} onOpen={setOpenId} />
      )}
      {data !== undefined && data.deliveries.length >= MOST_SHOWN && (
        <p className={styles.foot}>{t('webhooks.latest', { count: data.deliveries.length })}</p>
      )}
      {opened !== undefined && (
        <DeliveryDialog endpoint={endpoint} delivery={opened} onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

function DeliveryTable({
  deliveries,
  onOpen,
}: {
  deliveries: readonly Delivery[];
  onOpen: (eventId: string) => void;
}) {
  const { t } = useTranslation();
  const happened = ({ occurredAt }: Delivery) => <Time at={new Date(occurredAt)} only="moment" />;
  const details = ({ eventId, eventType, externalReference }: Delivery) => (
    <Button
      size="small"
      aria-label={t('webhooks.details_of', { event: eventType, reference: externalReference })}
      onClick={() => onOpen(eventId)}
    >
      {t('webhooks.details')}
    </Button>
  );
  return (
    <CardTable
      label={t('webhooks.deliveries')}
      rows={deliveries}
      keyOf={({ eventId }) => eventId}
      columns={[
        { key: 'at', header: t('webhooks.happened'), width: '112px', isQuiet: true, cell: happened },
        {
          key: 'event',
          header: t('webhooks.event'),
          width: '176px',
          cell: ({ eventType }) => <span className={styles.event}>{eventType}</span>,
        },
        {
          key: 'reference',
          header: t('webhooks.reference'),
          isQuiet: true,
          cell: ({ externalReference }) => <span title={externalReference}>{externalReference}</span>,
        },
        {
          key: 'answer',
          header: t('webhooks.answer'),
          width: '208px',
          cell: (delivery) => <AnswerBadge delivery={delivery} />,
        },
        {
          key: 'attempts',
          header: t('webhooks.attempts'),
          width: '72px',
          isFigure: true,
          isQuiet: true,
          cell: ({ attempts }) => attempts,
        },
        {
          key: 'acts',
          header: t('webhooks.details'),
          width: '104px',
          isFigure: true,
          isUnnamed: true,
          cell: details,
        },
      ]}
      card={(delivery) => ({
        title: <span className={styles.event}>{delivery.eventType}</span>,
        aside: <AnswerBadge delivery={delivery} />,
        sub: (
          <>
            {delivery.externalReference} · {happened(delivery)}
          </>
        ),
        below: details(delivery),
      })}
    />
  );
}

/** The status that came back, and what follows from it. */
function AnswerBadge({ delivery: { state, attempts, lastStatus } }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const word =
    state === 'pending' && attempts === 0 ? t('webhooks.states.first') : t(`webhooks.states.${state}`);
  return <Badge {...LOOKS[state]}>{lastStatus === null ? word : `${lastStatus} · ${word}`}</Badge>;
}
