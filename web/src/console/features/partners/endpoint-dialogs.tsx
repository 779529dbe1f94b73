import { Checkbox } from '@mantine/core';
import {
  addPartnerEndpoint,
  rotateEndpointSecret,
  setPartnerEndpoint,
} from '@vezne/contract/console/partner-endpoints';
import type { PartnerEndpoint } from '@vezne/contract/console/partner-endpoints';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import type { EventType } from '@vezne/domain/transaction-state';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { isOnOneMachine } from './one-machine.ts';
import { OverlapField, readOverlap } from '../../../shared/ui/overlap-field.tsx';
import styles from './partners.module.css';
import { PARTNERS_KEY } from './use-partners.ts';

/** Corrections go only to receivers that ask for them: others could take one for money. */
const USUAL_EVENTS: readonly EventType[] = EVENT_TYPES.filter((type) => type !== 'deposit.corrected');

type ToldAnswer = ApiOutput<typeof addPartnerEndpoint>;

/** What was done by one person is told here, and never again. */
function telling(answer: ToldAnswer, onTold: (secret: string) => void): ToldAnswer {
  if (answer.outcome === 'done' && answer.webhookSecret !== null) onTold(answer.webhookSecret);
  return answer;
}

export function AddEndpointDialog({
  partner,
  isDevelopment,
  onTold,
  onClose,
}: {
  partner: PartnerDetail;
  isDevelopment: boolean;
  onTold: (secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState(USUAL_EVENTS);
  const [sinceBeginning, setSinceBeginning] = useState(false);
  const typed = url.trim();
  return (
    <ChangeDialog
      title={t('partners.endpoints.add_question', { name: partner.name })}
      consequence={t('partners.endpoints.add_consequence')}
      act={t('partners.endpoints.add')}
      done={t('partners.saved', { name: partner.name })}
      queryKey={PARTNERS_KEY}
      takesTwo={!isOnOneMachine(typed, isDevelopment)}
      isReady={typed !== '' && events.length > 0}
      send={async (press) =>
        telling(
          await api(addPartnerEndpoint, {
            params: { id: partner.id },
            body: { ...press, url: typed, events: [...events], sinceBeginning },
          }),
          onTold,
        )
      }
      onClose={onClose}
    >
      <UrlField url={url} onUrl={setUrl} />
      <EventChoice events={events} onEvents={setEvents} />
      <Checkbox
        label={t('partners.endpoints.since_beginning')}
        checked={sinceBeginning}
        onChange={(event) => setSinceBeginning(event.currentTarget.checked)}
      />
    </ChangeDialog>
  );
}

/** Another address is another receiver, so it takes two. It is typed anew: what stands behind the question mark may be a password. */
export function UrlDialog({
  endpoint,
  isDevelopment,
  onClose,
}: {
  endpoint: PartnerEndpoint;
  isDevelopment: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const typed = url.trim();
  return (
    <ChangeDialog
      title={t('partners.endpoints.change_url')}
      consequence={t('partners.endpoints.url_consequence')}
      act={t('partners.save')}
      done={t('partners.endpoints.saved')}
      queryKey={PARTNERS_KEY}
      takesTwo={!isOnOneMachine(typed, isDevelopment)}
      isReady={typed !== ''}
      send={async (press) =>
        await api(setPartnerEndpoint, { params: { id: endpoint.id }, body: { ...press, url: typed } })
      }
      onClose={onClose}
    >
      <p className={styles.address}>{endpoint.address}</p>
      <UrlField url={url} onUrl={setUrl} />
    </ChangeDialog>
  );
}

export function EventsDialog({ endpoint, onClose }: { endpoint: PartnerEndpoint; onClose: () => void }) {
  const { t } = useTranslation();
  const [events, setEvents] = useState<readonly EventType[]>(endpoint.eventTypes);
  const isOther = EVENT_TYPES.some((type) => events.includes(type) !== endpoint.eventTypes.includes(type));
  return (
    <ChangeDialog
      title={t('partners.endpoints.change_events')}
      consequence={t('partners.endpoints.events_consequence')}
      act={t('partners.save')}
      done={t('partners.endpoints.saved')}
      queryKey={PARTNERS_KEY}
      takesTwo={false}
      isReady={isOther && events.length > 0}
      send={async (press) =>
        await api(setPartnerEndpoint, {
          params: { id: endpoint.id },
          body: { ...press, events: [...events] },
        })
      }
      onClose={onClose}
    >
      <p className={styles.address}>{endpoint.address}</p>
      <EventChoice events={events} onEvents={setEvents} />
    </ChangeDialog>
  );
}

export function RotateSecretDialog({
  endpoint,
  isDevelopment,
  onTold,
  onClose,
}: {
  endpoint: PartnerEndpoint;
  isDevelopment: boolean;
  onTold: (secret: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [hours, setHours] = useState('24');
  const overlapHours = readOverlap(hours);
  return (
    <ChangeDialog
      title={t('partners.endpoints.rotate_question')}
      consequence={t('partners.endpoints.rotate_consequence')}
      act={t('partners.endpoints.rotate')}
      done={t('partners.endpoints.saved')}
      queryKey={PARTNERS_KEY}
      takesTwo={!isOnOneMachine(endpoint.address, isDevelopment)}
      isReady={overlapHours !== undefined}
      send={async (press) =>
        telling(
          await api(rotateEndpointSecret, {
            params: { id: endpoint.id },
            body: { ...press, overlapHours: overlapHours ?? 0 },
          }),
          onTold,
        )
      }
      onClose={onClose}
    >
      <p className={styles.address}>{endpoint.address}</p>
      <OverlapField help={t('partners.overlap_help')} value={hours} onValue={setHours} />
    </ChangeDialog>
  );
}

function UrlField({ url, onUrl }: { url: string; onUrl: (url: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('partners.endpoints.url')}
      help={t('partners.endpoints.url_help')}
      value={url}
      maxLength={2_048}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      onChange={(event) => onUrl(event.currentTarget.value)}
    />
  );
}

function EventChoice({
  events,
  onEvents,
}: {
  events: readonly EventType[];
  onEvents: (events: readonly EventType[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend>{t('partners.endpoints.events')}</legend>
      {EVENT_TYPES.map((type) => (
        <Checkbox
          key={type}
          label={type}
          checked={events.includes(type)}
          onChange={(event) => {
            const isChosen = event.currentTarget.checked;
            onEvents(EVENT_TYPES.filter((one) => (one === type ? isChosen : events.includes(one))));
          }}
        />
      ))}
    </fieldset>
  );
}
