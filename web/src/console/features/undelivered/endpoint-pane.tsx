import { useQueryClient } from '@tanstack/react-query';
import { replayUndelivered } from '@vezne/contract/console/undelivered';
import type { EndpointDeliveries, UndeliveredEvent } from '@vezne/contract/console/undelivered';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Sheet } from '../../../shared/ui/sheet.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import pane from '../desk/pane.module.css';
import { useSignedIn } from '../session/session.ts';
import { Answer } from './answer.tsx';
import { UNDELIVERED_KEY, useEndpoint } from './rows.ts';
import styles from './undelivered.module.css';

export function EmptyEndpoint() {
  const { t } = useTranslation();
  return (
    <aside className={`${pane.pane} ${pane.unused}`} aria-label={t('undelivered.pane')}>
      <Empty icon="hook" title={t('undelivered.none_open')}>
        {t('undelivered.none_open_text')}
      </Empty>
    </aside>
  );
}

/** One endpoint: what it answers, what it has not taken, and sending that again. */
export function EndpointPane({
  id,
  eventId,
  onClose,
}: {
  id: string;
  /** The event that was opened. */
  eventId: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEndpoint(id);
  return (
    <aside className={pane.pane} aria-label={t('undelivered.pane')}>
      <header className={pane.bar}>
        <h2>{data?.endpoint.partner.name ?? t('undelivered.endpoint')}</h2>
        {data !== undefined && <EndpointBadge status={data.endpoint.status} />}
        <span className={pane.walk}>
          <IconButton icon="close" label={t('desk.close')} onClick={onClose} />
        </span>
      </header>
      {data === undefined && error === null && (
        <div className={pane.scroll}>
          <SkeletonRows rows={6} />
        </div>
      )}
      {data === undefined && error !== null && (
        <div className={pane.scroll}>
          {codeOf(error) === 'not_found' ? (
            <Empty icon="search" title={t('undelivered.not_found')}>
              {t('undelivered.not_found_text')}
            </Empty>
          ) : (
            <Failed code={codeOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {data !== undefined && <Deliveries deliveries={data} eventId={eventId} />}
    </aside>
  );
}

export function EndpointBadge({ status }: { status: EndpointDeliveries['endpoint']['status'] }) {
  const { t } = useTranslation();
  const tone = status === 'active' ? 'approved' : status === 'paused' ? 'waiting' : 'quiet';
  const icon = status === 'active' ? 'check-ring' : status === 'paused' ? 'pause' : 'ban';
  return (
    <Badge tone={tone} icon={icon}>
      {t(`undelivered.status.${status}`)}
    </Badge>
  );
}

/** What is about to be sent again, as it was seen: the same press, sent twice, sends it once. */
type Asked = { kind: 'all'; seenAt: string } | { kind: 'one'; event: UndeliveredEvent };
const HOUR_MS = 3_600_000;
const SINCE_HOURS = [null, 24, 1] as const;

function Deliveries({ deliveries, eventId }: { deliveries: EndpointDeliveries; eventId: string | null }) {
  const { endpoint, events, readAt } = deliveries;
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const { permissions } = useSignedIn();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [hours, setHours] = useState<number | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const mayReplay = permissions.includes('ask_change');
  const ask = (next: Asked): void => {
    setProblem(undefined);
    setHours(null);
    setAsked(next);
  };
  const askAll = (): void => ask({ kind: 'all', seenAt: readAt });
  const askMarked = (): void => {
    const event = events.find((each) => each.eventId === eventId) ?? events[0];
    if (event !== undefined) ask({ kind: 'one', event });
  };
  const group = t('undelivered.keys.group');
  useKeys(
    mayReplay && events.length > 0
      ? [
          { keys: 'r', label: t('undelivered.keys.one'), group, run: askMarked },
          { keys: 'Shift+r', label: t('undelivered.keys.all'), group, run: askAll },
        ]
      : [],
  );
  const replay = async (): Promise<void> => {
    if (asked === null) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      const since =
        hours === null || asked.kind === 'one'
          ? undefined
          : new Date(Date.parse(asked.seenAt) - hours * HOUR_MS).toISOString();
      const body =
        asked.kind === 'one'
          ? { eventId: asked.event.eventId, attempts: asked.event.attempts }
          : { seenAt: asked.seenAt, ...(since !== undefined && { since }) };
      const { events: count, hasMore } = await api(replayUndelivered, { params: { id: endpoint.id }, body });
      toast({
        text:
          count === 0
            ? t('undelivered.nothing_replayed')
            : hasMore
              ? t('undelivered.replayed_some', { count })
              : t('undelivered.replayed', { count }),
        icon: count === 0 ? 'info' : 'check',
      });
      setAsked(null);
      await client.invalidateQueries({ queryKey: UNDELIVERED_KEY });
    } catch (error) {
      setProblem(t(`errors.${codeOf(error)}`));
    } finally {
      setIsBusy(false);
    }
  };
  const more = (count: number, hasMore: boolean): string => `${count}${hasMore ? '+' : ''}`;
  return (
    <>
      <div className={pane.scroll}>
        <section>
          <p className={styles.address}>{endpoint.address}</p>
          <Facts
            facts={[
              [t('undelivered.waiting'), more(endpoint.waiting, endpoint.hasMoreWaiting)],
              [t('undelivered.since'), <MaybeTime key="since" at={endpoint.waitingSince} />],
              [t('undelivered.next_try'), <MaybeTime key="next" at={endpoint.nextTryAt} only="moment" />],
              [t('undelivered.parked'), more(endpoint.parked, endpoint.hasMoreParked)],
            ]}
          />
          {endpoint.status !== 'active' && (
            <Note tone="waiting" title={t(`undelivered.status.${endpoint.status}`)}>
              {t('undelivered.not_active_text')}
            </Note>
          )}
        </section>
        <section>
          <h3>{t('undelivered.last_failure')}</h3>
          <Answer attempt={endpoint.lastFailure} />
        </section>
        <section>
          <h3>{t('undelivered.events')}</h3>
          {events.length === 0 && <p className={styles.quiet}>{t('undelivered.no_events')}</p>}
          <ul className={styles.events}>
            {events.map((event) => (
              <li
                key={event.eventId}
                className={classNames(styles.event, event.eventId === eventId && styles.marked)}
              >
                <div className={styles.line}>
                  <b>{event.eventType}</b>
                  <Badge
                    tone={event.state === 'parked' ? 'rejected' : 'waiting'}
                    icon={event.state === 'parked' ? 'cross-ring' : 'clock'}
                  >
                    {t(`undelivered.state.${event.state}`)}
                  </Badge>
                  {mayReplay && (
                    <Button
                      size="small"
                      icon="redo"
                      aria-label={t('undelivered.replay_of', {
                        reference: event.transaction.externalReference,
                      })}
                      onClick={() => ask({ kind: 'one', event })}
                    >
                      {t('undelivered.replay')}
                    </Button>
                  )}
                </div>
                <p className={styles.quiet}>
                  <TransactionLink event={event} /> · <Time at={new Date(event.occurredAt)} /> ·{' '}
                  {t('undelivered.tries', { count: event.attempts })}
                </p>
                <Answer
                  attempt={event.lastAttempt}
                  isSaid={event.lastAttempt?.answerStart === endpoint.lastFailure?.answerStart}
                />
              </li>
            ))}
          </ul>
        </section>
      </div>
      <footer className={pane.act}>
        {mayReplay ? (
          <Button kind="main" isWide icon="redo" disabled={events.length === 0} onClick={askAll}>
            {t('undelivered.replay_all')}
          </Button>
        ) : (
          <span className={pane.tiny}>{t('undelivered.may_not')}</span>
        )}
      </footer>
      {asked !== null && (
        <Sheet
          question={asked.kind === 'all' ? t('undelivered.all_question') : t('undelivered.one_question')}
          act={t('undelivered.replay')}
          icon="redo"
          isBusy={isBusy}
          problem={problem}
          onAct={() => void replay()}
          onClose={() => setAsked(null)}
        >
          <p>{t('undelivered.consequence')}</p>
          {asked.kind === 'all' && (
            <div className={styles.choices} role="group" aria-label={t('undelivered.which')}>
              {SINCE_HOURS.map((each) => (
                <Button
                  key={each}
                  size="small"
                  kind={each === hours ? 'main' : 'plain'}
                  aria-pressed={each === hours}
                  onClick={() => setHours(each)}
                >
                  {each === null ? t('undelivered.which_all') : t('undelivered.which_hours', { count: each })}
                </Button>
              ))}
            </div>
          )}
        </Sheet>
      )}
    </>
  );
}

/** Payouts have a page of their own. */
function TransactionLink({ event: { transaction } }: { event: UndeliveredEvent }) {
  const page = transaction.type === 'deposit' ? 'deposits' : 'withdrawals';
  return <Link to={`/${page}/${transaction.id}`}>{transaction.externalReference}</Link>;
}

function MaybeTime({ at, ...props }: { at: string | null; only?: 'ago' | 'moment' }) {
  return at === null ? '–' : <Time at={new Date(at)} {...props} />;
}
