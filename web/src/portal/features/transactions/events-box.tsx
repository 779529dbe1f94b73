import { useTranslation } from 'react-i18next';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Tone } from '../../../shared/ui/badge.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import type { IconName } from '../../../shared/ui/icon-paths.ts';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { useDeliveryProblem } from '../../parts/use-delivery-problem.ts';
import styles from './transactions.module.css';
import type { WholeTransaction } from './use-transactions.ts';

type Event = WholeTransaction['events'][number];
type Delivery = Event['deliveries'][number];
type Try = Delivery['tries'][number];

/** What the partner's server was told, and what it answered to each try. */
export function EventsBox({ whole: { events, transaction } }: { whole: WholeTransaction }) {
  const { t } = useTranslation();
  const isNeverTold = transaction.originalId !== null && transaction.status === 'rejected';
  return (
    <Box title={t('transactions.events')}>
      {events.length === 0 && (
        <Empty icon="bell" title={isNeverTold ? t('transactions.never_told') : t('transactions.no_events')}>
          {isNeverTold ? t('transactions.never_told_text') : t('transactions.no_events_text')}
        </Empty>
      )}
      {events.map((event) => (
        <article key={event.id} className={styles.event}>
          <h3>
            <span className={styles.type}>{event.type}</span>
            <span className={styles.quiet}>
              <Time at={new Date(event.occurredAt)} only="moment" />
            </span>
          </h3>
          {event.deliveries.length === 0 && <p className={styles.try}>{t('transactions.no_endpoint')}</p>}
          {event.deliveries.map((delivery) => (
            <DeliveryLines key={delivery.endpointId} delivery={delivery} />
          ))}
        </article>
      ))}
    </Box>
  );
}

const STATES: Readonly<Record<Delivery['state'], { tone: Tone; icon: IconName }>> = {
  pending: { tone: 'waiting', icon: 'clock' },
  delivered: { tone: 'approved', icon: 'check-ring' },
  parked: { tone: 'rejected', icon: 'warning' },
};

function DeliveryLines({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const { url, state, tries, attempts, nextAttemptAt } = delivery;
  return (
    <>
      <div className={styles.endpoint}>
        <Badge {...STATES[state]}>
          {t(`transactions.delivery.${state === 'pending' && attempts === 0 ? 'first' : state}`)}
        </Badge>
        <span className={styles.url}>{url}</span>
      </div>
      <ol className={styles.tries} reversed>
        {tries.map((one, place) => (
          <TryLine key={one.at} one={one} before={tries[place + 1]} number={attempts - place} />
        ))}
      </ol>
      {nextAttemptAt !== null && <NextTry at={nextAttemptAt} />}
    </>
  );
}

function NextTry({ at }: { at: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.try}>
      {t('webhooks.next')} <Time at={new Date(at)} only="moment" />
    </p>
  );
}

/** Enough to recognise an error page. */
const SHOWN = 300;

/** What a stranger's server wrote stays text, in one paragraph, and short. */
function TryLine({ one, before, number }: { one: Try; before: Try | undefined; number: number }) {
  const { t } = useTranslation();
  const problemText = useDeliveryProblem();
  const language = useLanguage();
  const isTaken = one.error === null && one.status !== null && one.status >= 200 && one.status < 300;
  const gapMs = before === undefined ? null : new Date(one.at).getTime() - new Date(before.at).getTime();
  const answer = (one.answerStart ?? '').replaceAll(/\s+/g, ' ').trim();
  return (
    <li className={styles.try}>
      <b className={classNames(!isTaken && styles.failed)}>
        {one.status ?? (one.error === null ? t('transactions.no_answer') : problemText(one.error))}
      </b>{' '}
      · {one.durationMs} ms · {t('transactions.try', { number })} ·{' '}
      <Time at={new Date(one.at)} only="moment" />
      {gapMs !== null &&
        ` · ${t('transactions.after', { duration: writtenDuration(gapMs / 1_000, language) })}`}
      {answer !== '' && (
        <pre className={styles.answer} dir="ltr">
          {answer.length > SHOWN ? `${answer.slice(0, SHOWN)}…` : answer}
        </pre>
      )}
    </li>
  );
}
