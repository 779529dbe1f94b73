import { useTranslation } from 'react-i18next';
import { writtenDuration, writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { TextButton } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useLive } from '../live/live.tsx';
import { useIsOnline } from '../../../shared/shell/offline-strip.tsx';
import type { Press } from './decisions.ts';
import styles from './desk.module.css';

/** How long the oldest has waited, as a way to it, and how long it should. */
export function OldestAndTarget({
  since,
  targetMinutes,
  onOldest,
}: {
  since: string | null;
  targetMinutes: number;
  onOldest: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const seconds = since === null ? 0 : (now.getTime() - Date.parse(since)) / 1_000;
  return (
    <>
      {since !== null && (
        <span>
          {t('desk.oldest')}{' '}
          <button
            type="button"
            className={classNames(styles.oldest, seconds >= targetMinutes * 60 && styles.late)}
            onClick={onOldest}
          >
            {writtenDuration(Math.max(seconds, 60), language)}
          </button>
        </span>
      )}
      <span className={styles.target}>
        {t('desk.target', { duration: writtenDuration(targetMinutes * 60, language) })}
      </span>
    </>
  );
}

/** What the reader must know before they trust the list: no line, or a decision whose outcome is open. */
export function QueueStrips({ unknown, onAsk }: { unknown: readonly Press[]; onAsk: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const isOnline = useIsOnline();
  const { state, lostAtMs } = useLive();
  const [press] = unknown;
  return (
    <div role="status">
      {state === 'lost' && isOnline && (
        <p className={styles.strip}>
          <Icon name="offline" />
          <span>
            <b>{t('desk.line_lost')}</b>{' '}
            {t('desk.line_lost_text', { time: writtenMoment(new Date(lostAtMs ?? now), now, language) })}
          </span>
        </p>
      )}
      {press !== undefined && (
        <p className={classNames(styles.strip, styles.unknown)}>
          <Icon name="clock" />
          <span>
            <b>{t('desk.unknown', { names: unknown.map(({ name }) => name).join(', ') })}</b>{' '}
            {t('desk.unknown_text')}
          </span>
          <span className={styles.push}>
            <TextButton onClick={onAsk}>{t('desk.ask_now')}</TextButton>
          </span>
        </p>
      )}
    </div>
  );
}

/** New ones wait here until they are asked for. */
export function NewBar({
  newCount,
  text,
  onShow,
}: {
  /** null: some, and nobody knows how many. */
  newCount: number | null;
  /** How many, and where they wait. */
  text: readonly [count: string, where: string];
  onShow: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {newCount !== 0 && (
        <button type="button" className={styles.newBar} onClick={onShow}>
          <Icon name="down" />
          <span>
            <b>{text[0]}</b> {text[1]}
          </span>
          <b className={styles.push}>{t('desk.show')}</b>
          <kbd aria-hidden="true">N</kbd>
        </button>
      )}
    </div>
  );
}
