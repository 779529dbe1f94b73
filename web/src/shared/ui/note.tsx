import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './note.module.css';

const TONES: Readonly<Record<Tone, string | undefined>> = {
  quiet: undefined,
  waiting: styles.waiting,
  approved: styles.approved,
  rejected: styles.rejected,
  accent: styles.accent,
};
const ICONS: Readonly<Record<Tone, IconName>> = {
  quiet: 'info',
  waiting: 'warning',
  approved: 'check-ring',
  rejected: 'cross-ring',
  accent: 'people',
};

/** A few words that belong to what stands beside them. `isAlert`: read out the moment it appears. */
export function Note({
  tone = 'quiet',
  title,
  icon = ICONS[tone],
  isAlert = false,
  children,
}: {
  tone?: Tone;
  title?: string;
  icon?: IconName;
  isAlert?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={classNames(styles.note, TONES[tone])} role={isAlert ? 'alert' : undefined}>
      <Icon name={icon} />
      <div>
        {title !== undefined && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
