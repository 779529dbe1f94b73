import type { AuditRow } from '@vezne/contract/console/audit';
import { displayTime } from '@vezne/domain/written';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenMoment, writtenSecond } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Empty } from '../../../shared/ui/void.tsx';
import { useSearch } from '../../../shared/ui/use-search.ts';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { withValues } from '../desk/address.ts';
import { useSignedIn } from '../session/session.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { AUDIT_FILTER_NAMES, readAuditFilters } from './audit-filters.ts';
import { useAuditLog } from './audit-log.ts';
import type { AuditLog } from './audit-log.ts';
import { useAuditWords } from './audit-words.ts';
import { CsvLink } from './csv-link.tsx';
import page from '../desk/desk.module.css';
import styles from './audit.module.css';
import { ChainState } from './chain.tsx';
import { EntryPane, NoEntry } from './entry-pane.tsx';
import { TimeInDoubt } from './time-in-doubt.tsx';

/** What people did, the newest on top; the open entry on the right. Filters and entry are in the address. */
export function Audit() {
  const { t } = useTranslation();
  useDocumentTitle(t('audit.title'));
  const words = useAuditWords();
  const navigate = useNavigate();
  const { permissions } = useSignedIn();
  const { no: openNo = null } = useParams<{ no: string }>();
  const [address, setAddress] = useSearch();
  const filterKey = AUDIT_FILTER_NAMES.map((name) => address.get(name) ?? '').join('|');
  // oxlint-disable-next-line react/exhaustive-deps -- another address with the same filters is no other list
  const filters = useMemo(() => readAuditFilters(address), [filterKey]);
  const log = useAuditLog(filters);
  const { rows } = log;
  const [markedNo, setMarkedNo] = useState<string | null>(null);
  const columns = useColumns();
  const isFiltered = Object.keys(filters).length > 0;
  const ids = rows.map(({ id }) => id);
  const activeNo = markedNo !== null && ids.includes(markedNo) ? markedNo : (openNo ?? ids[0] ?? null);
  const open = (no: string | null): void => {
    if (no !== null) setMarkedNo(no);
    void navigate(
      { pathname: no === null ? '/audit' : `/audit/${no}`, search: address.toString() },
      { replace: openNo !== null && no !== null, flushSync: true },
    );
  };
  const clearFilters = (): void =>
    setAddress((before) =>
      withValues(before, Object.fromEntries(AUDIT_FILTER_NAMES.map((name) => [name, undefined]))),
    );
  const closeTop = (): void => {
    if (openNo !== null) open(null);
    else if (isFiltered && rows.length === 0) clearFilters();
  };
  useKeys([
    { keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: closeTop },
    { keys: 'n', label: t('audit.keys.new'), group: t('keys.list'), run: log.showNew },
  ]);
  const place = openNo === null ? -1 : ids.indexOf(openNo);
  const step = (by: number): (() => void) | undefined => {
    const no = place < 0 || place + by < 0 ? undefined : ids[place + by];
    return no === undefined ? undefined : () => open(no);
  };
  const subjectName = log.subjects?.map((subject) => words.subject(subject)).join(', ');
  return (
    <div className={page.two}>
      <main className={page.list}>
        <header className={page.bar}>
          <h1>{t('audit.title')}</h1>
          <span className={styles.headEnd}>
            <ChainState />
            <CsvLink path="/api/audit/export" filters={filters} title={t('audit.csv_title')} />
          </span>
        </header>
        <AuditFilterBar
          filters={filters}
          subjectName={subjectName === '' ? undefined : subjectName}
          onChange={(values) => setAddress((before) => withValues(before, values))}
        />
        <NewBar log={log} />
        <div className={page.rows}>
          <Grid
            label={t('audit.title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            openKey={openNo}
            activeKey={activeNo}
            onActive={setMarkedNo}
            onOpen={({ id }) => open(id)}
            hasMore={log.hasMore}
            onMore={log.more}
            isLoading={log.isLoading}
            failure={
              log.error === null
                ? null
                : { code: codeOf(log.error), requestId: requestIdOf(log.error), retry: log.retry }
            }
            hasFocus
            isDense
            empty={<Nothing log={log} isFiltered={isFiltered} onClear={clearFilters} />}
          />
        </div>
        <footer className={page.keyLine}>
          {permissions.includes('read_masked') ? (
            <span className={page.second}>{t('audit.auditors')}</span>
          ) : (
            <KeyLine
              keys={[
                [['J', 'K'], t('audit.keys.walk')],
                [['Enter'], t('audit.keys.open')],
                [['N'], t('audit.keys.new')],
                [['Esc'], t('audit.keys.close')],
              ]}
            />
          )}
          <span className={page.push}>
            <KeyLine keys={[[['?'], t('audit.keys.all')]]} />
          </span>
        </footer>
      </main>
      {openNo === null ? (
        <NoEntry />
      ) : (
        <EntryPane
          key={openNo}
          no={openNo}
          row={rows.find(({ id }) => id === openNo)}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

function Nothing({ log, isFiltered, onClear }: { log: AuditLog; isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (!isFiltered) return <Empty title={t('audit.nothing')}>{t('audit.nothing_text')}</Empty>;
  const isUnknown = log.subjects?.length === 0;
  return (
    <Empty
      icon="search"
      title={isUnknown ? t('audit.unknown_subject') : t('audit.nothing_filtered')}
      action={
        <Button size="small" keyHint="Esc" onClick={onClear}>
          {t('audit.clear_filters')}
        </Button>
      }
    >
      {isUnknown ? t('audit.unknown_subject_text') : t('audit.nothing_filtered_text')}
    </Empty>
  );
}

/** New entries wait here until they are asked for. */
function NewBar({ log: { news, showNew } }: { log: AuditLog }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {news.count > 0 && (
        <button type="button" className={styles.newBar} onClick={showNew}>
          <Icon name="up" />
          <b>
            {news.isMore ? t('audit.new_many', { count: news.count }) : t('audit.new', { count: news.count })}
          </b>
          <b className={page.push}>{t('audit.show')}</b>
          <kbd aria-hidden="true">N</kbd>
        </button>
      )}
    </div>
  );
}

function useColumns(): Column<AuditRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const words = useAuditWords();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const nameOf = ({ actor }: AuditRow): string =>
    actor.kind === 'system' ? t('audit.system') : (actor.fullName ?? actor.name);
  const time: Column<AuditRow> = {
    key: 'time',
    header: t('audit.columns.time'),
    width: isPhone ? '84px' : '132px',
    cell: ({ at }) => (
      <time className={page.second} dateTime={at} title={displayTime(new Date(at), language)}>
        {(isPhone ? writtenMoment : writtenSecond)(new Date(at), now, language)}
      </time>
    ),
  };
  const who: Column<AuditRow> = {
    key: 'who',
    header: t('audit.columns.who'),
    width: isPhone ? '36px' : '148px',
    cell: (row) => (
      <span className={styles.person} title={nameOf(row)}>
        {row.actor.kind !== 'system' && <Face name={nameOf(row)} />}
        <span className={isPhone ? styles.spoken : styles.clip}>{nameOf(row)}</span>
      </span>
    ),
  };
  const what: Column<AuditRow> = {
    key: 'what',
    header: t('audit.columns.what'),
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <span title={words.sentence(row)}>
        <TimeInDoubt row={row} />
        {words.sentence(row)}
      </span>
    ),
  };
  const subject: Column<AuditRow> = {
    key: 'subject',
    header: t('audit.columns.subject'),
    width: '140px',
    cell: (row) => (
      <span className={page.second} title={row.subject.id}>
        {words.subject(row.subject)}
      </span>
    ),
  };
  const where: Column<AuditRow> = {
    key: 'where',
    header: t('audit.columns.where'),
    width: '80px',
    cell: ({ actor }) => <span className={page.second}>{words.where(actor.kind)}</span>,
  };
  if (isPhone) return [time, who, what];
  return isNarrow ? [time, who, what, subject] : [time, who, what, subject, where];
}
