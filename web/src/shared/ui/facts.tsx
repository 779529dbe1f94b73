import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Names on the left, what they are on the right. */
export function Facts({
  facts,
  areFigures = false,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Amounts: with one right edge. */
  areFigures?: boolean;
}) {
  return (
    <dl className={areFigures ? `${styles.facts} ${styles.figures}` : styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
