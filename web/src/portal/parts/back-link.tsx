import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './back-link.module.css';

/** To the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="left" />
      {children}
    </Link>
  );
}
