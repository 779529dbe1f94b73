import type { BlockRow } from '@vezne/contract/console/blocks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { useSearch } from '../../../shared/ui/use-search.ts';
import { withValues } from '../desk/address.ts';
import page from '../desk/desk.module.css';
import { useIsNarrow, useIsPhone } from '../desk/use-narrow.ts';
import { useSignedIn } from '../session/session.ts';
import { BlockDialog } from './block-dialog.tsx';
import { BlockFilterBar } from './block-filter-bar.tsx';
import { BlockPane, EmptyBlock } from './block-pane.tsx';
import { BlockBadge, Party, Until } from './block-words.tsx';
import styles from './blocks.module.css';
import { readBlockFilters, useBlocks } from './use-blocks.ts';

/** Who is blocked, the newest on top; the open one on the right. Filters and the open one are in the address. */
export function Blocks() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.blocks'));
  const navigate = useNavigate();
  const { permissions } = useSignedIn();
  const { id: openId = null } = useParams<{ id: string }>();
  const [address, setAddress] = useSearch();
  const [text, setText] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const filters = readBlockFilters(address);
  const list = useBlocks({ ...filters, ...(text !== '' && { text }) });
  const rows = list.data?.pages.flatMap(({ blocks }) => blocks) ?? [];
  const columns = useColumns();
  const isPhone = useIsPhone();
  const mayBlock = permissions.includes('supervise');
  const ids = rows.map(({ id }) => id);
  const activeId = markedId !== null && ids.includes(markedId) ? markedId : (openId ?? ids[0] ?? null);
  const open = (id: string | null): void =>
    void navigate(
      { pathname: id === null ? '/blocks' : `/blocks/${id}`, search: address.toString() },
      { replace: openId !== null && id !== null, flushSync: true },
    );
  const close = (): void => {
    open(null);
    // What had the focus is gone with the pane; arrows and Enter must go on working.
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  const isFiltered = text !== '' || filters.kind !== undefined || filters.partnerId !== undefined;
  useKeys([
    ...(openId === null
      ? []
      : [{ keys: 'Escape', label: t('keys.close_top'), group: t('keys.everywhere'), run: close }]),
    ...(mayBlock
      ? [{ keys: 'e', label: t('blocks.add_key'), group: t('blocks.keys'), run: () => setIsAdding(true) }]
      : []),
  ]);
  const hasFailed = list.data === undefined && list.error !== null;
  return (
    <div className={page.two}>
      <main className={page.list}>
        <header className={page.bar}>
          <h1>{t('nav.blocks')}</h1>
          {mayBlock && (
            <span className={styles.headEnd}>
              <Button
                size="small"
                kind="risk"
                icon="ban"
                {...(!isPhone && { keyHint: 'E' })}
                onClick={() => setIsAdding(true)}
              >
                {t('blocks.add')}
              </Button>
            </span>
          )}
        </header>
        <BlockFilterBar
          filters={filters}
          text={text}
          onChange={(values) => setAddress((before) => withValues(before, values))}
          onText={setText}
        />
        <div className={page.rows}>
          <Grid
            label={t('nav.blocks')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            openKey={openId}
            activeKey={activeId}
            onActive={setMarkedId}
            onOpen={({ id }) => open(id)}
            hasMore={list.hasNextPage}
            onMore={() => void list.fetchNextPage()}
            isLoading={list.isPending || list.isFetchingNextPage}
            failure={
              hasFailed
                ? {
                    code: codeOf(list.error),
                    requestId: requestIdOf(list.error),
                    retry: () => void list.refetch(),
                  }
                : null
            }
            isQuiet={({ state }) => state !== 'live'}
            hasFocus
            isDense
            empty={
              <Nothing
                what={isFiltered ? 'found' : filters.state}
                onClear={() => {
                  setText('');
                  setAddress((before) => withValues(before, { kind: undefined, partner: undefined }));
                }}
              />
            }
          />
        </div>
        <footer className={page.keyLine}>
          {mayBlock ? (
            <KeyLine
              keys={[
                [['J', 'K'], t('desk.keys.walk')],
                [['Enter'], t('desk.keys.open')],
                [['E'], t('blocks.add_key')],
                [['R'], t('blocks.remove_key')],
              ]}
            />
          ) : (
            <span className={page.second}>{t('blocks.may_not')}</span>
          )}
        </footer>
      </main>
      {openId === null ? <EmptyBlock /> : <BlockPane key={openId} id={openId} onClose={close} />}
      {isAdding && <BlockDialog onClose={() => setIsAdding(false)} />}
    </div>
  );
}

function Nothing({ what, onClear }: { what: 'live' | 'over' | 'found'; onClear: () => void }) {
  const { t } = useTranslation();
  if (what === 'live') {
    return (
      <Empty icon="check-ring" title={t('blocks.nothing')}>
        {t('blocks.nothing_text')}
      </Empty>
    );
  }
  if (what === 'over') {
    return (
      <Empty icon="inbox" title={t('blocks.nothing_over')}>
        {t('blocks.nothing_over_text')}
      </Empty>
    );
  }
  return (
    <Empty
      icon="search"
      title={t('blocks.nothing_found')}
      action={
        <Button size="small" onClick={onClear}>
          {t('desk.clear_filters')}
        </Button>
      }
    >
      {t('blocks.nothing_found_text')}
    </Empty>
  );
}

function useColumns(): Column<BlockRow>[] {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const reason: Column<BlockRow> = {
    key: 'reason',
    header: t('blocks.why'),
    width: 'minmax(0, 1fr)',
    cell: (block) => (
      <span className={page.second} title={block.reason}>
        {block.reason}
      </span>
    ),
  };
  const by: Column<BlockRow> = {
    key: 'by',
    header: t('blocks.by'),
    width: '104px',
    cell: ({ blockedBy }) => (
      <span className={page.second} title={blockedBy}>
        {blockedBy}
      </span>
    ),
  };
  return [
    {
      key: 'state',
      header: isPhone ? '' : t('blocks.state'),
      width: isPhone ? '30px' : '132px',
      cell: (block) => <BlockBadge block={block} isShort={isPhone} />,
    },
    {
      key: 'who',
      header: t('blocks.who'),
      width: isPhone ? 'minmax(0, 1fr)' : 'minmax(0, 200px)',
      cell: (block) => (
        <span className={styles.twoLines}>
          <span>
            <Party block={block} />
          </span>
          {block.partner !== null && <span>{block.partner.name}</span>}
        </span>
      ),
    },
    ...(isPhone ? [] : [reason]),
    {
      key: 'until',
      header: t('blocks.until'),
      width: isPhone ? '96px' : '132px',
      cell: (block) => (
        <span className={page.second}>
          <Until block={block} />
        </span>
      ),
    },
    ...(isNarrow ? [] : [by]),
  ];
}
