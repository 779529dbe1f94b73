import { displayTime } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenAge } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Empty } from '../../../shared/ui/void.tsx';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { useLive } from '../live/live.tsx';
import { useAnswerText } from './answer.tsx';
import { EmptyEndpoint, EndpointPane } from './endpoint-pane.tsx';
import { useUndelivered } from './rows.ts';
import type { Row } from './rows.ts';
import styles from './undelivered.module.css';

/** Endpoints that are behind, then events that were given up; what is open is in the address. */
export function Undelivered() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.undelivered'));
  const navigate = useNavigate();
  const { counts } = useLive();
  const { id: openId = null } = useParams<{ id: string }>();
  const [address] = useSearchParams();
  const eventId = address.get('event');
  const list = useUndelivered();
  const [markedKey, setMarkedKey] = useState<string | null>(null);
  const openKey = openId === null ? null : eventId === null ? openId : `${openId}:${eventId}`;
  const keys = list.rows.map(({ key }) => key);
  const activeKey = markedKey !== null && keys.includes(markedKey) ? markedKey : (openKey ?? keys[0] ?? null);
  const open = (row: Row): void => {
    const to =
      row.kind === 'endpoint'
        ? `/undelivered/${row.endpoint.id}`
        : `/undelivered/${row.event.endpoint.id}?event=${row.event.eventId}`;
    void navigate(to, { replace: openId !== null, flushSync: true });
  };
  const close = (): void => {
    void navigate('/undelivered', { flushSync: true });
    // What had the focus is gone with the pane; arrows and Enter must go on working.
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  useKeys(
    openId === null
      ? []
      : [{ keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: close }],
  );
  const columns = useColumns();
  const isPhone = useIsPhone();
  return (
    <div className={page.two}>
      <main className={page.list}>
        <header className={page.bar}>
          <h1>{isPhone ? t('nav.undelivered') : t('undelivered.title')}</h1>
          <div className={page.meta}>
            {counts !== undefined && !isPhone && (
              <>
                <span>{t('undelivered.behind_count', { count: counts.undelivered.endpoints })}</span>
                <span>{t('undelivered.parked_count', { count: counts.undelivered.parked })}</span>
              </>
            )}
          </div>
        </header>
        <div className={page.rows}>
          <Grid
            label={t('undelivered.title')}
            columns={columns}
            rows={list.rows}
            keyOf={({ key }) => key}
            openKey={openKey}
            activeKey={activeKey}
            onActive={setMarkedKey}
            onOpen={open}
            hasMore={list.hasMore}
            onMore={list.more}
            isLoading={list.isLoading}
            failure={
              list.error === null
                ? null
                : { code: codeOf(list.error), requestId: requestIdOf(list.error), retry: list.retry }
            }
            isQuiet={(row) => row.kind === 'endpoint' && row.endpoint.status === 'disabled'}
            hasFocus
            isDense
            empty={
              <Empty icon="check-ring" title={t('undelivered.nothing')}>
                {t('undelivered.nothing_text')}
              </Empty>
            }
          />
        </div>
        <footer className={page.keyLine}>
          <KeyLine
            keys={[
              [['J', 'K'], t('desk.keys.walk')],
              [['Enter'], t('desk.keys.open')],
              [['R'], t('undelivered.keys.one')],
              [['Shift', 'R'], t('undelivered.keys.all')],
            ]}
          />
        </footer>
      </main>
      {openId === null ? (
        <EmptyEndpoint />
      ) : (
        <EndpointPane key={openId} id={openId} eventId={eventId} onClose={close} />
      )}
    </div>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const answerText = useAnswerText();
  const partnerOf = (row: Row): string =>
    row.kind === 'endpoint' ? row.endpoint.partner.name : row.event.endpoint.partner.name;
  const since = (row: Row): string | null =>
    row.kind === 'endpoint' ? row.endpoint.waitingSince : row.event.occurredAt;
  const last = (row: Row) => (row.kind === 'endpoint' ? row.endpoint.lastFailure : row.event.lastAttempt);
  const answer: Column<Row> = {
    key: 'answer',
    header: t('undelivered.last_answer'),
    width: '104px',
    cell: (row) => <span className={page.second}>{answerText(last(row))}</span>,
  };
  const partner: Column<Row> = {
    key: 'partner',
    header: t('undelivered.partner'),
    width: '110px',
    cell: (row) => <span title={partnerOf(row)}>{partnerOf(row)}</span>,
  };
  return [
    {
      key: 'kind',
      header: isPhone ? '' : t('undelivered.what'),
      width: isPhone ? '30px' : '116px',
      cell: (row) => <Kind row={row} isShort={isPhone} />,
    },
    ...(isPhone ? [] : [partner]),
    {
      key: 'where',
      header: t('undelivered.where'),
      width: 'minmax(0, 1fr)',
      // A phone has no room for a column of partners, but for two lines.
      cell: (row) =>
        isPhone ? (
          <span className={styles.twoLines}>
            <span>{partnerOf(row)}</span>
            <Where row={row} />
          </span>
        ) : (
          <Where row={row} />
        ),
    },
    ...(isNarrow ? [] : [answer]),
    ...(isPhone
      ? []
      : [
          {
            key: 'count',
            header: t('undelivered.waiting'),
            width: '72px',
            isNumber: true,
            cell: (row: Row) =>
              row.kind === 'endpoint'
                ? `${row.endpoint.waiting}${row.endpoint.hasMoreWaiting ? '+' : ''}`
                : '1',
          },
        ]),
    {
      key: 'since',
      header: t('undelivered.since'),
      width: isPhone ? '68px' : '88px',
      cell: (row) => <Since at={since(row)} />,
    },
  ];
}

/** In one unit: the column is narrow, and the pane says the rest. */
function Since({ at }: { at: string | null }) {
  const language = useLanguage();
  const now = useNow();
  if (at === null) return '–';
  const seconds = (now.getTime() - Date.parse(at)) / 1_000;
  return (
    <time dateTime={at} title={displayTime(new Date(at), language)}>
      {writtenAge(seconds, language)}
    </time>
  );
}

/** Where it goes; of one that was given up, what it says. */
function Where({ row }: { row: Row }) {
  if (row.kind === 'endpoint') return <Address address={row.endpoint.address} />;
  const { eventType, transaction, endpoint } = row.event;
  return <span title={endpoint.address}>{`${eventType} · ${transaction.externalReference}`}</span>;
}

/** The host and the end, which tell one from another; the pane has the whole. */
function Address({ address }: { address: string }) {
  const short = address.replace(/^https:\/\//, '');
  const [, start = short, end = ''] = /^([^/]+\/.*)(\/[^/]+)$/.exec(short) ?? [];
  return (
    <span className={styles.shortAddress} title={address}>
      <span>{start}</span>
      <span>{end}</span>
    </span>
  );
}

function Kind({ row, isShort }: { row: Row; isShort: boolean }) {
  const { t } = useTranslation();
  const status = row.kind === 'parked' ? 'parked' : row.endpoint.status;
  const looks = {
    parked: { tone: 'rejected', icon: 'cross-ring' },
    active: { tone: 'waiting', icon: 'clock' },
    paused: { tone: 'waiting', icon: 'pause' },
    disabled: { tone: 'quiet', icon: 'ban' },
  } as const;
  const text = t(`undelivered.kind.${status}`);
  return (
    <span title={text}>
      <Badge {...looks[status]}>{isShort ? '' : text}</Badge>
    </span>
  );
}
