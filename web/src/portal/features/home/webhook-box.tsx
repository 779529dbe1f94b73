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
import { behindSeconds, isLate, useWebhookHealth } from '../../parts/webhook-health.ts';
import type { EndpointHealth } from '../../parts/webhook-health.ts';
import styles from './home.module.css';

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

function State({ endpoint }: { endpoint: EndpointHealth }) {
  const { t } = useTranslation();
  const now = useNow();
  if (endpoint.status === 'disabled') return <Badge icon="ban">{t('home.disabled')}</Badge>;
  if (endpoint.status === 'paused')
    return (
      <Badge tone="waiting" icon="pause">
        {t('home.paused')}
      </Badge>
    );
  if (isLate(endpoint, now))
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

/** What has not arrived leads to exactly that. */
function How({ endpoint }: { endpoint: EndpointHealth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { parked, lastTakenMs } = endpoint;
  const behind = behindSeconds(endpoint, now);
  if (behind === undefined && parked === 0)
    return (
      <span className={styles.second}>
        {lastTakenMs === null ? t('home.never_taken') : t('home.last_taken', { ms: lastTakenMs })}
      </span>
    );
  return (
    <span className={styles.second}>
      {behind !== undefined && (
        <Link to="/webhooks?state=pending">
          {t('home.behind', { duration: writtenDuration(behind, language) })}
        </Link>
      )}
      {behind !== undefined && parked > 0 && ' · '}
      {parked > 0 && <Link to="/webhooks?state=parked">{t('home.parked', { count: parked })}</Link>}
    </span>
  );
}
