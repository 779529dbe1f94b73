import type { Delivery } from '@vezne/contract/portal/webhooks';
import { useTranslation } from 'react-i18next';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Note } from '../../../shared/ui/note.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useDeliveryProblem } from '../../parts/use-delivery-problem.ts';
import { behindSeconds } from '../../parts/webhook-health.ts';
import type { EndpointHealth } from '../../parts/webhook-health.ts';
import { useUndelivered } from './use-webhooks.ts';

/** What does not arrive, in the words of home; how the newest try ended, and when the next one is. */
export function LateNote({ endpoint }: { endpoint: EndpointHealth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const behind = behindSeconds(endpoint, now);
  const { data } = useUndelivered(endpoint.id, behind === undefined ? 'parked' : 'pending');
  const lines = [
    ...(behind === undefined ? [] : [t('home.behind', { duration: writtenDuration(behind, language) })]),
    ...(endpoint.parked > 0 ? [t('home.parked', { count: endpoint.parked })] : []),
  ];
  return (
    <Note tone="rejected" title={lines.join(' · ')}>
      {data !== undefined && <NewestTry deliveries={data.deliveries} />}{' '}
      {behind === undefined
        ? t('webhooks.tries_over')
        : data !== undefined && <NextTry deliveries={data.deliveries} />}
    </Note>
  );
}

function NewestTry({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation();
  const problemText = useDeliveryProblem();
  const [newest] = deliveries
    .filter(({ lastTriedAt }) => lastTriedAt !== null)
    .toSorted((a, b) => (b.lastTriedAt ?? '').localeCompare(a.lastTriedAt ?? ''));
  if (newest === undefined || newest.lastTriedAt === null) return null;
  const { lastError, lastStatus, lastTriedAt } = newest;
  return (
    <>
      {t('webhooks.last_try')} <Time at={new Date(lastTriedAt)} only="moment" />:{' '}
      {lastError !== null || lastStatus === null
        ? problemText(lastError ?? 'failed')
        : t('webhooks.answered_with', { status: lastStatus })}
      .
    </>
  );
}

function NextTry({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation();
  const now = useNow();
  const [next] = deliveries.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).toSorted();
  // One that has no time yet waits for its first turn, and one whose time has come is being tried.
  if (next === undefined || new Date(next) <= now) return t('webhooks.tried_soon');
  return (
    <>
      {t('webhooks.next')} <Time at={new Date(next)} only="moment" />.
    </>
  );
}
