import type { PartnerEndpoint } from '@vezne/contract/console/partner-endpoints';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Box, Quiet } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { ToldOnceDialog } from '../../../shared/ui/told-once.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import { useSignedIn } from '../session/session.ts';
import { EndpointBadge } from '../undelivered/endpoint-pane.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { AddEndpointDialog, EventsDialog, RotateSecretDialog, UrlDialog } from './endpoint-dialogs.tsx';
import { EndpointStateDialog } from './endpoint-state-dialog.tsx';
import type { EndpointAct } from './endpoint-state-dialog.tsx';
import { EndpointTestDialog } from './endpoint-test-dialog.tsx';
import styles from './partners.module.css';
import { usePartnerEndpoints } from './use-partners.ts';

type Open =
  | { kind: 'add' }
  | { kind: 'url' | 'events' | 'rotate' | 'deliveries' | 'test' | EndpointAct; endpoint: PartnerEndpoint };

/** Where the partner is told what happened, how that goes, and what can be done about it. */
export function EndpointsTab({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const { data, error, refetch } = usePartnerEndpoints(partner.id);
  const [open, setOpen] = useState<Open | null>(null);
  /** Only on a developer's machine, where one person adds and rotates; otherwise whoever confirms is told. */
  const [told, setTold] = useState<string | null>(null);
  const mayAsk = permissions.includes('ask_change');
  const close = (): void => setOpen(null);
  const add = mayAsk ? (
    <Button size="small" icon="plus" onClick={() => setOpen({ kind: 'add' })}>
      {t('partners.endpoints.add')}
    </Button>
  ) : undefined;
  if (data === undefined)
    return (
      <div className={styles.whole}>
        {error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    );
  const { endpoints, waiting, isDevelopment } = data;
  return (
    <>
      {waiting.map((change) => (
        <WaitingChanges key={change.requestId} name={change.address} changes={[change]} />
      ))}
      {endpoints.length === 0 && (
        <Box title={t('partners.webhooks_head')} aside={add}>
          <Empty icon="hook" title={t('partners.endpoints.nothing')}>
            {t('partners.endpoints.nothing_text')}
          </Empty>
        </Box>
      )}
      {endpoints.map((endpoint) => (
        <EndpointBox
          key={endpoint.id}
          endpoint={endpoint}
          mayAsk={mayAsk}
          onOpen={(kind) => setOpen({ kind, endpoint })}
        />
      ))}
      <div className={styles.whole}>
        {endpoints.length > 0 && add}
        {!mayAsk && <Quiet>{t('administration.may_not')}</Quiet>}
      </div>
      {open?.kind === 'add' && (
        <AddEndpointDialog partner={partner} isDevelopment={isDevelopment} onTold={setTold} onClose={close} />
      )}
      {open !== null && open.kind !== 'add' && (
        <OpenDialog open={open} isDevelopment={isDevelopment} onTold={setTold} onClose={close} />
      )}
      {told !== null && (
        <ToldOnceDialog
          title={t('administration.told_once.title', { name: partner.name })}
          text={t('administration.told_once.text')}
          told={{ credentials: null, webhookSecret: told }}
          onClose={() => setTold(null)}
        />
      )}
    </>
  );
}

function OpenDialog({
  open: { kind, endpoint },
  isDevelopment,
  onTold,
  onClose,
}: {
  open: Exclude<Open, { kind: 'add' }>;
  isDevelopment: boolean;
  onTold: (secret: string) => void;
  onClose: () => void;
}) {
  switch (kind) {
    case 'url':
      return <UrlDialog endpoint={endpoint} isDevelopment={isDevelopment} onClose={onClose} />;
    case 'events':
      return <EventsDialog endpoint={endpoint} onClose={onClose} />;
    case 'rotate':
      return (
        <RotateSecretDialog
          endpoint={endpoint}
          isDevelopment={isDevelopment}
          onTold={onTold}
          onClose={onClose}
        />
      );
    case 'deliveries':
      return <DeliveriesDialog endpoint={endpoint} onClose={onClose} />;
    case 'test':
      return <EndpointTestDialog endpoint={endpoint} onClose={onClose} />;
    case 'pause':
    case 'resume':
    case 'disable':
    case 'enable':
    case 'revoke_older':
      return (
        <EndpointStateDialog endpoint={endpoint} act={kind} isDevelopment={isDevelopment} onClose={onClose} />
      );
  }
}

function EndpointBox({
  endpoint,
  mayAsk,
  onOpen,
}: {
  endpoint: PartnerEndpoint;
  mayAsk: boolean;
  onOpen: (kind: Exclude<Open, { kind: 'add' }>['kind']) => void;
}) {
  const { t } = useTranslation();
  const { address, status, secrets, eventTypes } = endpoint;
  const [newest, older] = secrets;
  const count = (number: number, hasMore: boolean): string => `${number}${hasMore ? '+' : ''}`;
  return (
    <Box title={address} aside={<EndpointBadge status={status} />} span={6}>
      <Facts
        facts={[
          [t('partners.endpoints.events'), eventTypes.join(', ')],
          [
            t('partners.endpoints.waiting'),
            <Link key="waiting" to={`/undelivered/${endpoint.id}`}>
              {count(endpoint.waiting, endpoint.hasMoreWaiting)}
              {endpoint.waitingSince !== null && (
                <>
                  {' · '}
                  <Time at={new Date(endpoint.waitingSince)} only="ago" />
                </>
              )}
            </Link>,
          ],
          [
            t('partners.endpoints.parked'),
            <Link key="parked" to={`/undelivered/${endpoint.id}`}>
              {count(endpoint.parked, endpoint.hasMoreParked)}
            </Link>,
          ],
          [
            t('partners.endpoints.secret'),
            newest === undefined ? (
              '–'
            ) : (
              <span key="secret">
                <Time at={new Date(newest.createdAt)} only="moment" /> · {newest.createdBy}
                {older !== undefined && older.expiresAt !== null && (
                  <>
                    {' · '}
                    {t('partners.endpoints.older_until')}{' '}
                    <Time at={new Date(older.expiresAt)} only="moment" />
                  </>
                )}
              </span>
            ),
          ],
        ]}
      />
      <div className={styles.buttons}>
        <Button size="small" icon="document" onClick={() => onOpen('deliveries')}>
          {t('partners.endpoints.deliveries')}
        </Button>
        {mayAsk && (
          <>
            {status === 'active' && (
              <Button size="small" icon="play" onClick={() => onOpen('test')}>
                {t('partners.endpoints.test')}
              </Button>
            )}
            <Button size="small" icon="redo" onClick={() => onOpen('rotate')}>
              {t('partners.endpoints.rotate')}
            </Button>
            {older !== undefined && (
              <Button size="small" onClick={() => onOpen('revoke_older')}>
                {t('partners.endpoints.revoke_older')}
              </Button>
            )}
            <Button size="small" icon="edit" onClick={() => onOpen('url')}>
              {t('partners.endpoints.change_url')}
            </Button>
            <Button size="small" icon="edit" onClick={() => onOpen('events')}>
              {t('partners.endpoints.change_events')}
            </Button>
            {status === 'active' && (
              <Button size="small" icon="pause" onClick={() => onOpen('pause')}>
                {t('partners.pause')}
              </Button>
            )}
            {status === 'paused' && (
              <Button size="small" icon="play" onClick={() => onOpen('resume')}>
                {t('partners.resume')}
              </Button>
            )}
            {status === 'disabled' ? (
              <Button size="small" icon="check-ring" onClick={() => onOpen('enable')}>
                {t('partners.enable')}
              </Button>
            ) : (
              <Button size="small" kind="risk" icon="ban" onClick={() => onOpen('disable')}>
                {t('partners.disable')}
              </Button>
            )}
          </>
        )}
      </div>
    </Box>
  );
}
