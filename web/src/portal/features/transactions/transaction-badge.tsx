import type { PortalState } from '@vezne/domain/portal-state';
import { useTranslation } from 'react-i18next';
import { Badge, StateBadge } from '../../../shared/ui/badge.tsx';

/** With words for what is being paid and for what came back, which our own people say otherwise. */
export function TransactionBadge({ state }: { state: PortalState }) {
  const { t } = useTranslation();
  if (state === 'being_paid')
    return (
      <Badge tone="accent" icon="lock">
        {t('transactions.state_filters.being_paid')}
      </Badge>
    );
  if (state === 'came_back')
    return (
      <Badge tone="rejected" icon="redo">
        {t('transactions.came_back')}
      </Badge>
    );
  return <StateBadge state={state} />;
}
