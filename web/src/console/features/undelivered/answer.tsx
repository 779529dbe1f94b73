import type { DeliveryAttempt } from '@vezne/contract/console/undelivered';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../shared/ui/time.tsx';
import styles from './undelivered.module.css';

/** Enough to recognise an error page. */
const SHOWN = 300;

/** "503", or what went wrong before an answer came. */
export function useAnswerText(): (attempt: DeliveryAttempt | null) => string {
  const { t } = useTranslation();
  return (attempt) =>
    attempt === null
      ? t('undelivered.not_tried')
      : (attempt.error ?? t('undelivered.answered', { status: attempt.status }));
}

/** The last try. What the partner's server wrote is a stranger's text: it stays text, and short. */
export function Answer({
  attempt,
  isSaid = false,
}: {
  attempt: DeliveryAttempt | null;
  /** What it answered stands above already. */
  isSaid?: boolean;
}) {
  const { t } = useTranslation();
  const answerText = useAnswerText();
  if (attempt === null) return <p className={styles.quiet}>{t('undelivered.not_tried')}</p>;
  const { at, durationMs } = attempt;
  // In one paragraph: a stranger's empty lines would push what matters out of view.
  const body = (attempt.answerStart ?? '').replaceAll(/\s+/g, ' ').trim();
  return (
    <div className={styles.answer}>
      <p>
        <b className={styles.failed}>{answerText(attempt)}</b> · {durationMs} ms · <Time at={new Date(at)} />
      </p>
      {body !== '' && !isSaid && (
        <pre className={styles.body} dir="ltr">
          {body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body}
        </pre>
      )}
    </div>
  );
}
