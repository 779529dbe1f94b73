import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { writtenDuration } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import styles from './home.module.css';
import { useWebhookHealth } from './use-home.ts';
import type { Endpoint } from './use-home.ts';

/** Whether events arrive. */
export function WebhookBox() {
  const { t } = useTranslation();
  const { data, error, refetch } = useWebhookHealth();
  return (
    <Box title={t('home.webhooks')} span={5} aside={<Link to="/webhooks">{t('home.all')}</Link>} isFlush>
      {error !== null && data === undefined && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <SkeletonRows rows={1} height={72} />}
      {data?.endpoints.length === 0 && (
        <Empty
          icon="hook"
          title={t('home.no_endpoint')}
          action={
            <ButtonLink to="/webhooks" size="small">
              {t('home.show')}
            </ButtonLink>
          }
        >
          {t('home.no_endpoint_text')}
        </Empty>
      )}
      {data !== undefined && data.endpoints.length > 0 && (
        <ul className={styles.list}>
          {data.endpoints.map((endpoint) => (
            <li key={endpoint.id} className={styles.endpoint}>
              <State endpoint={endpoint} />
              <span className={styles.what}>
                <span className={styles.url} title={endpoint.url}>
                  {endpoint.url}
                </span>
                <How endpoint={endpoint} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

/** As on our side: an event that waits for longer is worth a word. */
const BEHIND_AFTER_MS = 300_000;

function isBehind({ waitingSince }: Endpoint, now: Date): boolean {
  return waitingSince !== null && now.getTime() - new Date(waitingSince).getTime() > BEHIND_AFTER_MS;
}

function State({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const now = useNow();
  if (endpoint.status === 'disabled') return <Badge icon="ban">{t('home.disabled')}</Badge>;
  if (endpoint.status === 'paused')
    return (
      <Badge tone="waiting" icon="pause">
        {t('home.paused')}
      </Badge>
    );
  if (isBehind(endpoint, now) || endpoint.parked > 0)
    return (
      <Badge tone="rejected" icon="warning">
        {t('home.late')}
      </Badge>
    );
  return (
    <Badge tone="approved" icon="check-ring">
      {endpoint.lastTakenMs === null ? t('webhooks.status.active') : t('home.taken')}
    </Badge>
  );
}

function How({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { waitingSince, parked, lastTakenMs } = endpoint;
  const lines: string[] = [];
  if (waitingSince !== null && isBehind(endpoint, now)) {
    const duration = writtenDuration((now.getTime() - new Date(waitingSince).getTime()) / 1_000, language);
    lines.push(t('home.behind', { duration }));
  }
  if (parked > 0) lines.push(t('home.parked', { count: parked }));
  if (lines.length === 0)
    lines.push(lastTakenMs === null ? t('home.never_taken') : t('home.last_taken', { ms: lastTakenMs }));
  return <span className={styles.second}>{lines.join(' · ')}</span>;
}
