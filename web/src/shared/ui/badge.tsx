import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

export type Tone = 'quiet' | 'waiting' | 'approved' | 'rejected' | 'accent';

const TONES: Readonly<Record<Tone, string | undefined>> = {
  quiet: undefined,
  waiting: styles.waiting,
  approved: styles.approved,
  rejected: styles.rejected,
  accent: styles.accent,
};

/** A glyph and a word; the colour only repeats them. */
export function Badge({
  tone = 'quiet',
  icon,
  children,
}: {
  tone?: Tone;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles.badge, TONES[tone])}>
      <Icon name={icon} size={12} />
      {children}
    </span>
  );
}

/** A badge in a list: where a phone has no room for the word, it is only spoken. */
export function RowBadge({
  text,
  isShort,
  ...looks
}: {
  tone: Tone;
  icon: IconName;
  text: string;
  isShort: boolean;
}) {
  return (
    <span title={text}>
      <Badge {...looks}>{isShort ? <span className={styles.spoken}>{text}</span> : text}</Badge>
    </span>
  );
}

/** The states and stages of deposits and payouts. */
const STATES = {
  waiting_payment: { tone: 'waiting', icon: 'clock' },
  waiting_confirmation: { tone: 'waiting', icon: 'clock' },
  approved: { tone: 'approved', icon: 'check-ring' },
  rejected: { tone: 'rejected', icon: 'cross-ring' },
  queued: { tone: 'quiet', icon: 'inbox' },
  taken: { tone: 'accent', icon: 'up-ring' },
  authorised: { tone: 'accent', icon: 'lock' },
  paid: { tone: 'approved', icon: 'check-ring' },
} as const satisfies Record<string, { tone: Tone; icon: IconName }>;

export type StateCode = keyof typeof STATES;

export const STATE_CODES = Object.keys(STATES) as StateCode[];

export function StateBadge({ state }: { state: StateCode }) {
  const { t } = useTranslation();
  return <Badge {...STATES[state]}>{t(`states.${state}`)}</Badge>;
}
