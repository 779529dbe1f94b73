import { displayTime } from '@vezne/domain/written';
import { writtenAge, writtenAgo, writtenMoment } from '../i18n/age.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useNow } from './use-now.ts';
import styles from './values.module.css';

/** A time in Turkey, with how long ago it was; the exact time on hover. */
export function Time({ at, only }: { at: Date; only?: 'ago' | 'moment' }) {
  const language = useLanguage();
  const now = useNow();
  const moment = writtenMoment(at, now, language);
  const ago = writtenAgo(at, now, language);
  return (
    <time dateTime={at.toISOString()} title={displayTime(at, language)}>
      {/* Of yesterday it is long: where there is no room it takes two lines. */}
      {only !== 'ago' && <span className={styles.together}>{moment}</span>}
      {only === undefined && ' · '}
      {only !== 'moment' && <span className={styles.together}>{ago}</span>}
    </time>
  );
}

/** A pie that fills to the target, then an exclamation mark; amber from half, red at the target. */
export function Age({
  since,
  targetMinutes,
  isPlain = false,
}: {
  since: Date;
  targetMinutes: number;
  /** Without the pie, where there is no room. */
  isPlain?: boolean;
}) {
  const language = useLanguage();
  const now = useNow();
  const seconds = Math.max((now.getTime() - since.getTime()) / 1_000, 0);
  const part = seconds / (targetMinutes * 60);
  const tone = part >= 1 ? styles.late : part >= 0.5 ? styles.soon : styles.fresh;
  return (
    <time
      className={`${styles.age} ${tone}`}
      dateTime={since.toISOString()}
      title={displayTime(since, language)}
    >
      {!isPlain && <AgePie part={part} />}
      {writtenAge(seconds, language)}
    </time>
  );
}

function AgePie({ part }: { part: number }) {
  if (part >= 1) {
    return (
      <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        <path className={styles.exclamation} d="M8 4.5v4.3M8 11.3v.1" />
      </svg>
    );
  }
  const angle = Math.min(part, 0.999) * 2 * Math.PI;
  const [x, y] = [8 + 4 * Math.sin(angle), 8 - 4 * Math.cos(angle)];
  return (
    <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d={`M8 8V4A4 4 0 ${part > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`} fill="currentColor" />
    </svg>
  );
}
