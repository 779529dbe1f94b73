import type { ReactNode } from 'react';
import styles from './people.module.css';

/** A name above its address. */
export function NameAndAddress({ name, email, mark }: { name: string; email: string; mark?: ReactNode }) {
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        <span title={name}>{name}</span> {mark}
      </span>
      <span className={styles.email} title={email}>
        {email}
      </span>
    </span>
  );
}
