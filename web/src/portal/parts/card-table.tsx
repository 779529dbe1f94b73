import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../shared/ui/class-names.ts';
import styles from './card-table.module.css';
import { useIsPhone } from './use-is-phone.ts';

export interface Column<Row> {
  key: string;
  header: string;
  /** Of a figure: right-aligned, and never broken. */
  isFigure?: boolean;
  /** Second information: quieter, and a little smaller. */
  isQuiet?: boolean;
  /** Such as '124px'; the others share what is left. */
  width?: string;
  /** The header is read out, and not seen: a column of buttons. */
  isUnnamed?: boolean;
  cell: (row: Row) => ReactNode;
}

/** Two lines of a card: what it is and its figure, then second information on both sides. */
export interface CardLines {
  title: ReactNode;
  figure?: ReactNode;
  sub?: ReactNode;
  aside?: ReactNode;
  /** In full width below: buttons. */
  below?: ReactNode;
}

/** A table; under 900 px a list of cards of the same rows. With `to`, a row or card leads somewhere as a whole. */
export function CardTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  card,
  to,
}: {
  /** What is listed, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  card: (row: Row) => CardLines;
  /** Undefined: this row leads nowhere. */
  to?: (row: Row) => string | undefined;
}) {
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <Card {...card(row)} to={to?.(row)} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table className={styles.table} aria-label={label}>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, header, isFigure = false, isUnnamed = false }) => (
            <th key={key} scope="col" className={classNames(isFigure && styles.figure)}>
              {isUnnamed ? <span className={styles.spoken}>{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={classNames(to?.(row) !== undefined && styles.leads)}>
            {columns.map(({ key, cell, isFigure = false, isQuiet = false }, index) => (
              <td key={key} className={classNames(isFigure && styles.figure, isQuiet && styles.quiet)}>
                {index === 0 ? <Leading to={to?.(row)}>{cell(row)}</Leading> : cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first cell of a row that leads somewhere. */
function Leading({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to === undefined ? children : <Link to={to}>{children}</Link>;
}

function Card({ title, figure, sub, aside, below, to }: CardLines & { to: string | undefined }) {
  const lines = (
    <>
      <span className={styles.line}>
        <span className={styles.title}>{title}</span>
        {figure !== undefined && <b className={styles.cardFigure}>{figure}</b>}
      </span>
      {(sub !== undefined || aside !== undefined) && (
        <span className={classNames(styles.line, styles.second)}>
          <span className={styles.title}>{sub}</span>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </span>
      )}
    </>
  );
  return (
    <>
      {to === undefined ? (
        <div className={styles.card}>{lines}</div>
      ) : (
        <Link to={to} className={styles.card}>
          {lines}
        </Link>
      )}
      {below !== undefined && <div className={styles.below}>{below}</div>}
    </>
  );
}
