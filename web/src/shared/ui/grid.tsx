import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiErrorCode } from '../api/api-error.ts';
import type { KeyBinding } from '../keys/key-layer.ts';
import { useKeyLayer, useKeys } from '../keys/use-keys.tsx';
import { classNames } from './class-names.ts';
import { nextRow } from './grid-moves.ts';
import styles from './grid.module.css';
import { Bone, Failed } from './void.tsx';

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
  /** The marked row, where the page needs to know it; else the list keeps it for itself. */
  activeKey?: string | null;
  onActive?: (key: string) => void;
  /** Rows that are chosen for something that is done to all of them. */
  selectedKeys?: ReadonlySet<string>;
  /** Takes the focus at once, so that arrows and Enter work without a click. */
  hasFocus?: boolean;
  /** Narrower gutters, for lists with many columns. */
  isDense?: boolean;
  onOpen: (row: Row) => void;
  /** There are more behind the last one; the end of the list asks for them. */
  hasMore?: boolean;
  onMore?: () => void;
  isLoading?: boolean;
  failure?: { code: ApiErrorCode; requestId?: string | undefined; retry: () => void } | null;
  /** What stands here without a row. */
  empty: ReactNode;
  /** Rows that belong together stand below a line that names them. They come together already. */
  groups?: { of: (row: Row) => string; head: (group: string) => ReactNode };
  /** A row that goes quiet, such as one that a colleague has. */
  isQuiet?: (row: Row) => boolean;
}

const ROW_PX = 40;
const HEAD_PX = 32;
const GROUP_PX = 32;
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
  activeKey: givenActiveKey,
  onActive,
  selectedKeys,
  hasFocus = false,
  isDense = false,
  onOpen,
  hasMore = false,
  onMore,
  isLoading = false,
  failure = null,
  empty,
  groups,
  isQuiet,
}: GridProps<Row>) {
  const { t } = useTranslation();
  const id = useId();
  const keyLayer = useKeyLayer();
  const scroller = useRef<HTMLDivElement>(null);
  const [ownActiveKey, setOwnActiveKey] = useState<string | null>(null);
  const activeKey = givenActiveKey === undefined ? ownActiveKey : givenActiveKey;
  const setActiveKey = (key: string): void => {
    setOwnActiveKey(key);
    onActive?.(key);
  };
  // By key and not by place: a row that comes in above does not move the mark.
  const active = rows.findIndex((row) => keyOf(row) === activeKey);
  const lines = linesOf(rows, groups?.of);
  const lineOf = (rowIndex: number): number =>
    lines.findIndex((line) => line.kind === 'row' && line.index === rowIndex);
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that its functions could confuse
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? GROUP_PX : ROW_PX),
    overscan: OVERSCAN,
    // The head stays above the rows.
    scrollPaddingStart: HEAD_PX,
    scrollMargin: HEAD_PX,
    getItemKey: (index) => {
      const line = lines[index];
      if (line === undefined) return index;
      return line.kind === 'group' ? `group-${line.group}` : keyOf(line.row);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && lines.length > 0 && last >= lines.length - 1 - OVERSCAN) onMore?.();
  }, [hasMore, isLoading, last, lines.length, onMore]);

  useEffect(() => {
    if (hasFocus) scroller.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  // What is opened from elsewhere, such as the next one after a decision, comes into view.
  const openIndex = rows.findIndex((row) => keyOf(row) === openKey);
  useEffect(() => {
    if (openIndex >= 0) virtual.scrollToIndex(lineOf(openIndex), { align: 'auto' });
    // oxlint-disable-next-line react/exhaustive-deps -- only when another one is opened: a reader's own scrolling stays
  }, [openKey]);

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setActiveKey(keyOf(row));
    virtual.scrollToIndex(lineOf(index), { align: 'auto' });
  };
  const move = (key: string): boolean => {
    const pageRows = Math.max(Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1, 1);
    const next = nextRow(key, { active, count: rows.length, pageRows });
    if (next === null) return false;
    moveTo(next);
    // Enter and the arrows follow the letters.
    scroller.current?.focus({ preventScroll: true });
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
    // G and then K leads to another page, from a list too.
    if (event.key.length === 1 && keyLayer.isInSequence(event.timeStamp)) return;
    // A held letter counts once, here as everywhere; held arrows scroll.
    if (event.repeat && event.key.length === 1) return event.preventDefault();
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
        className={classNames(styles.grid, isFull && styles.full, isDense && styles.dense)}
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : lines.length + 1}
        aria-colcount={columns.length}
        aria-busy={isLoading}
        aria-multiselectable={selectedKeys !== undefined || undefined}
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
            {items.map(({ index: lineIndex, key, start }) => {
              const line = lines[lineIndex];
              if (line === undefined) return null;
              const place = { transform: `translateY(${start - HEAD_PX}px)` };
              if (line.kind === 'group') {
                return (
                  <div
                    key={key}
                    role="row"
                    aria-rowindex={lineIndex + 2}
                    className={styles.group}
                    style={place}
                  >
                    <span role="gridcell" aria-colspan={columns.length}>
                      {groups?.head(line.group)}
                    </span>
                  </div>
                );
              }
              const { row, index } = line;
              const isOpen = keyOf(row) === openKey;
              return (
                // The grid itself has the focus and the keys; a row only takes the mouse.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={key}
                  id={rowId(index)}
                  role="row"
                  aria-rowindex={lineIndex + 2}
                  aria-selected={selectedKeys === undefined ? isOpen : selectedKeys.has(keyOf(row))}
                  aria-current={isOpen || undefined}
                  className={classNames(
                    styles.row,
                    index === active && styles.active,
                    selectedKeys?.has(keyOf(row)) === true && styles.selected,
                    isOpen && styles.open,
                    isQuiet?.(row) === true && styles.quiet,
                  )}
                  style={{ ...place, gridTemplateColumns: template }}
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
        <GridBones columns={columns} template={template} isDense={isDense} />
      )}
      {failure === null && rows.length === 0 && !isLoading && empty}
      {failure !== null && (
        <Failed code={failure.code} requestId={failure.requestId} onRetry={failure.retry} />
      )}
    </div>
  );
}

type Line<Row> = { kind: 'group'; group: string } | { kind: 'row'; row: Row; index: number };

/** The rows, each group below its name. */
function linesOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined): Line<Row>[] {
  return rows.flatMap((row, index): Line<Row>[] => {
    const line: Line<Row> = { kind: 'row', row, index };
    const before = rows[index - 1];
    if (groupOf === undefined || (before !== undefined && groupOf(before) === groupOf(row))) return [line];
    return [{ kind: 'group', group: groupOf(row) }, line];
  });
}

/** The shape of what comes: a bone in each column, in rows of the same height. */
function GridBones<Row>({
  columns,
  template,
  isDense,
}: {
  columns: readonly Column<Row>[];
  template: string;
  isDense: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div
      className={classNames(styles.bones, isDense && styles.dense)}
      role="status"
      aria-label={t('loading')}
    >
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className={styles.boneRow} style={{ gridTemplateColumns: template }}>
          {columns.map(({ key, isNumber }, column) => (
            <span key={key} className={classNames(isNumber && styles.number)}>
              <Bone width={44 + ((row * 37 + column * 53) % 5) * 8} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
