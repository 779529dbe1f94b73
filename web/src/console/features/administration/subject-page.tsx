import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import styles from './administration.module.css';

/** A part of a page, with an address of its own. */
export interface Tab {
  /** The end of the address; empty for the first one. */
  path: string;
  name: string;
  count?: number;
}

/** One partner or account: where it belongs, its name and state, what can be done, and its parts. */
export function SubjectPage({
  list,
  name,
  badge,
  actions,
  tabs,
  base,
  openTab,
  children,
}: {
  /** The list that it is of. */
  list: { path: string; name: string };
  name: string;
  badge?: ReactNode;
  actions?: ReactNode;
  tabs: readonly Tab[];
  /** The address of the first part. */
  base: string;
  openTab: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  useDocumentTitle(name);
  return (
    <main className={styles.page}>
      <header className={styles.bar}>
        <Link to={list.path} className={styles.crumb}>
          {list.name}
        </Link>
        <Icon name="right" size={12} />
        <h1>{name}</h1>
        {badge}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {tabs.length > 0 && (
        <nav className={styles.tabs} aria-label={t('administration.parts')}>
          {tabs.map(({ path, name: word, count }) => (
            <Link
              key={path}
              to={path === '' ? base : `${base}/${path}`}
              aria-current={path === openTab ? 'page' : undefined}
            >
              {word}
              {count !== undefined && <span>{count}</span>}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.body}>{children}</div>
    </main>
  );
}

/** Figures side by side, the ones that one looks for first. */
export function Figures({
  figures,
}: {
  figures: readonly { name: string; value: ReactNode; below?: ReactNode }[];
}) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, below }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {below !== undefined && <dd className={styles.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
