import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useWebhookHealth } from '../../parts/webhook-health.ts';
import { EndpointBox } from './endpoint-box.tsx';
import { useEndpoints } from './use-webhooks.ts';

/** Where the partner is told what happened, and whether it arrives. */
export function Webhooks() {
  const { t } = useTranslation();
  const { data, error, refetch } = useEndpoints();
  const health = useWebhookHealth();
  const isLoaded = data !== undefined;
  return (
    <Page title={t('webhooks.title')}>
      {!isLoaded && (
        <Box title={t('webhooks.title')} isFlush>
          {error === null ? (
            <SkeletonRows rows={6} />
          ) : (
            <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
          )}
        </Box>
      )}
      {data?.endpoints.length === 0 && (
        <Box title={t('webhooks.title')}>
          <Empty icon="hook" title={t('webhooks.nothing')}>
            {t('webhooks.nothing_text')}
          </Empty>
        </Box>
      )}
      {data?.endpoints.map((endpoint) => (
        <EndpointBox
          key={endpoint.id}
          endpoint={endpoint}
          health={health.data?.endpoints.find(({ id }) => id === endpoint.id)}
        />
      ))}
    </Page>
  );
}
