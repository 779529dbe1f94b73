import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page.module.css';

/** A page of boxes: the head stays, the boxes lie on twelve columns. */
export function Page({
  title,
  back,
  meta,
  actions,
  children,
}: {
  title: string;
  /** Before the title; on a phone above it: the page that this one belongs to. */
  back?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <main className={styles.page}>
      <header className={styles.bar}>
        {back !== undefined && <div className={styles.back}>{back}</div>}
        <h1>{title}</h1>
        {meta !== undefined && <div className={styles.meta}>{meta}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </main>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vezne`;
  }, [title]);
}

type Span = 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;

/** A box with a head. `isFlush`: what is inside reaches its borders, as tables do. */
export function Box({
  title,
  aside,
  span = 12,
  isFlush = false,
  children,
}: {
  title: string;
  aside?: ReactNode;
  span?: Span;
  isFlush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.box} style={{ gridColumn: `span ${span}` }} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      <div className={classNames(!isFlush && styles.inside)}>{children}</div>
    </section>
  );
}

/** What belongs together, one below the other. */
export function Stack({ children, gap = 12 }: { children: ReactNode; gap?: 4 | 8 | 12 | 16 | 24 }) {
  return (
    <div className={styles.stack} style={{ gap }}>
      {children}
    </div>
  );
}

export function Line({
  children,
  gap = 8,
  isSpread = false,
}: {
  children: ReactNode;
  gap?: 4 | 8 | 12 | 16;
  isSpread?: boolean;
}) {
  return (
    <div className={styles.line} style={{ gap, ...(isSpread && { justifyContent: 'space-between' }) }}>
      {children}
    </div>
  );
}

/** Second information: quieter, and a little smaller. */
export function Quiet({ children, isTiny = false }: { children: ReactNode; isTiny?: boolean }) {
  return <p className={classNames(styles.quiet, isTiny && styles.tiny)}>{children}</p>;
}
