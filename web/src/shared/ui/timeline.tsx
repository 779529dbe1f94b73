import type { ReactNode } from 'react';
import { writtenMoment } from '../i18n/age.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Tone } from './badge.tsx';
import { classNames } from './class-names.ts';
import styles from './timeline.module.css';
import { useNow } from './use-now.ts';

export interface TimelineEntry {
  id: string;
  at: Date;
  tone?: Tone;
  text: ReactNode;
  /** A second, quieter line. */
  note?: string;
}

const DOTS: Readonly<Record<Tone, string | undefined>> = {
  quiet: undefined,
  waiting: styles.waiting,
  approved: styles.approved,
  rejected: styles.rejected,
  accent: styles.accent,
};

/** What happened, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const language = useLanguage();
  const now = useNow();
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, at, tone = 'quiet', text, note }) => (
        <li key={id}>
          <time dateTime={at.toISOString()}>{writtenMoment(at, now, language)}</time>
          <span className={classNames(styles.dot, DOTS[tone])} />
          <span>
            {text}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
