import type { Cents } from '@vezne/domain/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { Money } from './money.tsx';
import styles from './sum.module.css';

export interface SumLine {
  label: string;
  /** A word beside the label. */
  note?: string;
  amountCents: Cents;
  isSigned?: boolean;
  /** Where what it is made of is listed. */
  to?: string;
}

/** Amounts with one right edge, and what they come to. */
export function Sum({ lines, total }: { lines: readonly SumLine[]; total: SumLine }) {
  const valueOf = ({ amountCents, isSigned = false }: SumLine): ReactNode => (
    <Money amountCents={amountCents} isSigned={isSigned} />
  );
  return (
    <SumList
      lines={lines.map((line) => ({
        key: line.label,
        label: line.to === undefined ? line.label : <Link to={line.to}>{line.label}</Link>,
        ...(line.note !== undefined && { note: line.note }),
        value: valueOf(line),
      }))}
      total={{ label: total.label, value: valueOf(total) }}
    />
  );
}

export interface SumPart {
  key: string;
  label: ReactNode;
  note?: string;
  value: ReactNode;
  /** The value is a field, whose own figure stands on the edge. */
  isField?: boolean;
}

/** The same with anything in its lines. `hasField`: all figures share the edge of the figure inside the field. */
export function SumList({
  lines,
  total,
  hasField = false,
}: {
  lines: readonly SumPart[];
  total: Pick<SumPart, 'label' | 'value'>;
  hasField?: boolean;
}) {
  return (
    <dl className={classNames(styles.sum, hasField && styles.withField)}>
      {lines.map(({ key, label, note, value, isField = false }) => (
        <div key={key} className={classNames(isField && styles.field)}>
          <dt>
            {label}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{total.label}</dt>
        <dd>{total.value}</dd>
      </div>
    </dl>
  );
}
