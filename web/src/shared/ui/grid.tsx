import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiErrorCode } from '../api/api-error.ts';
import type { KeyBinding } from '../keys/key-layer.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { classNames } from './class-names.ts';
import { nextRow } from './grid-moves.ts';
import styles from './grid.module.css';
import { Failed, SkeletonRows } from './void.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  /** A track of a CSS grid: "96px", "minmax(0, 2fr)". */
  width: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

interface GridProps<Row> {
  /** Names the list for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row whose details are shown. */
  openKey?: string | null;
  onOpen: (row: Row) => void;
  /** There are more behind the last one; the end of the list asks for them. */
  hasMore?: boolean;
  onMore?: () => void;
  isLoading?: boolean;
  failure?: { code: ApiErrorCode; retry: () => void } | null;
  /** What stands here without a row. */
  empty: ReactNode;
  /** A row that goes quiet, such as one that a colleague has. */
  isQuiet?: (row: Row) => boolean;
}

const ROW_PX = 40;
const HEAD_PX = 32;
/** Rows that are drawn beyond the visible ones, so that a quick scroll shows no gap. */
const OVERSCAN = 8;
const SKELETON_ROWS = 12;

/**
 * A list of any length. Only what is seen is in the page. It takes the focus once, as a whole; J and K or the arrows move in it, Enter
 * opens.
 */
export function Grid<Row>({
  label,
  columns,
  rows,
  keyOf,
  openKey = null,
  onOpen,
  hasMore = false,
  onMore,
  isLoading = false,
  failure = null,
  empty,
  isQuiet,
}: GridProps<Row>) {
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  // By key and not by place: a row that comes in above does not move the mark.
  const active = rows.findIndex((row) => keyOf(row) === activeKey);
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that its functions could confuse
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The head stays above the rows.
    scrollPaddingStart: HEAD_PX,
    scrollMargin: HEAD_PX,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && rows.length > 0 && last >= rows.length - 1 - OVERSCAN) onMore?.();
  }, [hasMore, isLoading, last, onMore, rows.length]);

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setActiveKey(keyOf(row));
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const move = (key: string): boolean => {
    const pageRows = Math.max(Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1, 1);
    const next = nextRow(key, { active, count: rows.length, pageRows });
    if (next === null) return false;
    moveTo(next);
    return true;
  };
  const open = (): void => {
    const row = rows[active];
    if (row !== undefined) onOpen(row);
  };
  const group = t('keys.list');
  const keys: KeyBinding[] = [
    { keys: 'j', label: t('keys.down'), group, run: () => move('j') },
    { keys: 'k', label: t('keys.up'), group, run: () => move('k') },
  ];
  // An empty list leaves the keys to another one.
  useKeys(rows.length === 0 ? [] : keys);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && !event.repeat) open();
    else if (!move(event.key)) return;
    event.preventDefault();
  };

  const template = columns.map(({ width }) => width).join(' ');
  const rowId = (index: number): string => `${id}-${index}`;
  const isFull = failure === null && rows.length > 0;
  return (
    <div className={styles.frame}>
      <div
        className={classNames(styles.grid, isFull && styles.full)}
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-colcount={columns.length}
        aria-busy={isLoading}
        aria-activedescendant={active >= 0 ? rowId(active) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (active < 0 && rows.length > 0) moveTo(0);
        }}
      >
        <div className={styles.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map(({ key, header, isNumber }) => (
            <span key={key} role="columnheader" className={classNames(isNumber && styles.number)}>
              {header}
            </span>
          ))}
        </div>
        {isFull && (
          <div className={styles.rows} style={{ height: virtual.getTotalSize() }} role="rowgroup">
            {items.map(({ index, key, start }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const isOpen = keyOf(row) === openKey;
              return (
                // The grid itself has the focus and the keys; a row only takes the mouse.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={key}
                  id={rowId(index)}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={isOpen}
                  className={classNames(
                    styles.row,
                    index === active && styles.active,
                    isOpen && styles.open,
                    isQuiet?.(row) === true && styles.quiet,
                  )}
                  style={{ transform: `translateY(${start - HEAD_PX}px)`, gridTemplateColumns: template }}
                  onClick={() => {
                    setActiveKey(keyOf(row));
                    onOpen(row);
                  }}
                >
                  {columns.map((column) => (
                    <span
                      key={column.key}
                      role="gridcell"
                      className={classNames(column.isNumber && styles.number)}
                    >
                      {column.cell(row)}
                    </span>
                  ))}
                </div>
              );
            })}
          </div>
        )}
      </div>
      {failure === null && rows.length === 0 && isLoading && (
        <SkeletonRows rows={SKELETON_ROWS} height={ROW_PX} />
      )}
      {failure === null && rows.length === 0 && !isLoading && empty}
      {failure !== null && <Failed code={failure.code} onRetry={failure.retry} />}
    </div>
  );
}
