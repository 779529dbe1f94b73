import type { Cents } from '@vezne/domain/money';
import { Money } from './money.tsx';
import styles from './sum.module.css';

export interface SumLine {
  label: string;
  /** A word beside the label. */
  note?: string;
  amountCents: Cents;
  isSigned?: boolean;
}

/** Amounts with one right edge, and what they come to. */
export function Sum({ lines, total }: { lines: readonly SumLine[]; total: SumLine }) {
  return (
    <dl className={styles.sum}>
      {lines.map(({ label, note, amountCents, isSigned = false }) => (
        <div key={label}>
          <dt>
            {label}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </dt>
          <dd>
            <Money amountCents={amountCents} isSigned={isSigned} />
          </dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{total.label}</dt>
        <dd>
          <Money amountCents={total.amountCents} isSigned={total.isSigned ?? false} />
        </dd>
      </div>
    </dl>
  );
}
