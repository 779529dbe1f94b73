import type { RequestRow } from '@vezne/contract/console/requests';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError, codeOf } from '../../../shared/api/api-error.ts';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useIsNarrow } from '../desk/use-narrow.ts';
import { RequestPane } from './request-pane.tsx';
import styles from './requests.module.css';
import { useRequestLists } from './use-requests.ts';
import { useRequestWords } from './words.ts';

const TABS = ['to_confirm', 'mine', 'all'] as const;
type Tab = (typeof TABS)[number];

/** Red when little of its time is left. */
const SOON_SECONDS = 30 * 60;
const ROW_PX = 60;

/** What waits for a second person: a list, and what is asked beside it. The tab and the open request are in the address. */
export function Requests() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = useParams();
  const [search] = useSearchParams();
  const isNarrow = useIsNarrow();
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'to_confirm';
  const query = useRequestLists();
  const { data } = query;
  const rows = data === undefined ? [] : rowsOf(tab, data);
  useDocumentTitle(t('requests.title'));

  const go = (to: { id?: string | undefined; tab?: Tab }): void => {
    const nextTab = to.tab ?? tab;
    const path = to.id === undefined ? '/requests' : `/requests/${to.id}`;
    void navigate({ pathname: path, search: nextTab === 'to_confirm' ? '' : `?tab=${nextTab}` });
  };
  const step = (by: 1 | -1): void => {
    const at = rows.findIndex((row) => row.id === id);
    const next = at < 0 ? rows[0] : rows[at + by];
    if (next !== undefined) go({ id: next.id });
  };
  const group = t('requests.keys.group');
  useKeys([
    { keys: 'j', label: t('keys.down'), group, run: () => step(1) },
    { keys: 'k', label: t('keys.up'), group, run: () => step(-1) },
  ]);
  return (
    <main className={styles.two}>
      {!(isNarrow && id !== undefined) && (
        <div className={styles.list}>
          <header className={styles.bar}>
            <h1>{t('requests.title')}</h1>
          </header>
          <div className={styles.tabs} role="tablist" aria-label={t('requests.list')}>
            {TABS.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                aria-selected={tab === one}
                onClick={() => go({ tab: one, id: isNarrow ? undefined : id })}
              >
                {t(`requests.${one}`)}
                {data !== undefined && <span>{rowsOf(one, data).length}</span>}
              </button>
            ))}
          </div>
          {query.isPending && <SkeletonRows rows={6} height={ROW_PX} />}
          {query.error !== null && data === undefined && (
            <Failed
              code={codeOf(query.error)}
              requestId={query.error instanceof ApiError ? query.error.body?.requestId : undefined}
              onRetry={() => void query.refetch()}
            />
          )}
          {data !== undefined && rows.length === 0 && (
            <Empty icon="people" title={t(`requests.empty.${tab}`)}>
              {t(`requests.empty.${tab}_text`)}
            </Empty>
          )}
          {rows.length > 0 && (
            <ul className={styles.rows} aria-label={t('requests.list')}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row row={row} isOpen={row.id === id} onOpen={() => go({ id: row.id })} />
                </li>
              ))}
            </ul>
          )}
          <div className={styles.foot}>
            <KeyLine
              keys={[
                [['J', 'K'], t('requests.keys.walk')],
                [['A'], t('requests.keys.confirm')],
                [['R'], t('requests.keys.decline')],
              ]}
            />
          </div>
        </div>
      )}
      {id === undefined ? (
        !isNarrow && (
          <div className={`${styles.detail} ${styles.unused}`}>
            <Empty icon="people" title={t('requests.choose')}>
              {t('requests.choose_text')}
            </Empty>
          </div>
        )
      ) : (
        <RequestPane key={id} id={id} isNarrow={isNarrow} onClose={() => go({})} />
      )}
    </main>
  );
}

function rowsOf(tab: Tab, { open, ended }: { open: RequestRow[]; ended: RequestRow[] }): RequestRow[] {
  if (tab === 'to_confirm') return open.filter(({ obstacle }) => obstacle === null);
  const all = [...open, ...ended];
  return tab === 'mine' ? all.filter(({ isMine }) => isMine) : all;
}

function Row({ row, isOpen, onOpen }: { row: RequestRow; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const words = useRequestWords();
  const leftSeconds = Math.max((new Date(row.expiresAt).getTime() - now.getTime()) / 1_000, 1);
  const isSoon = row.status === 'open' && leftSeconds < SOON_SECONDS;
  return (
    <button type="button" className={styles.row} aria-current={isOpen} onClick={onOpen}>
      <b>{words.title(row)}</b>
      <span>{words.about(row)}</span>
      <span className={isSoon ? styles.soon : undefined}>
        <span className={styles.asked}>{`${row.askedBy.name} · `}</span>
        {row.status === 'open'
          ? t('requests.left', { duration: writtenDuration(leftSeconds, language) })
          : t(`requests.statuses.${row.status}`)}
      </span>
    </button>
  );
}
