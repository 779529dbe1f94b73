import type { PartnerRow, WebhookHealth } from '@vezne/contract/console/partners';
import { useTranslation } from 'react-i18next';
import { Badge, RowBadge } from '../../../shared/ui/badge.tsx';

type PartnerState = 'open' | 'paused' | 'deposits_paused' | 'withdrawals_paused' | 'disabled';

function stateOf({
  status,
  depositsPaused,
  withdrawalsPaused,
}: Pick<PartnerRow, 'status' | 'depositsPaused' | 'withdrawalsPaused'>): PartnerState {
  if (status === 'disabled') return 'disabled';
  if (depositsPaused && withdrawalsPaused) return 'paused';
  if (depositsPaused) return 'deposits_paused';
  return withdrawalsPaused ? 'withdrawals_paused' : 'open';
}

/** Whether it takes deposits and payouts now. */
export function PartnerBadge({ partner, isShort = false }: { partner: PartnerRow; isShort?: boolean }) {
  const { t } = useTranslation();
  const state = stateOf(partner);
  const looks = {
    open: { tone: 'approved', icon: 'check-ring' },
    paused: { tone: 'waiting', icon: 'pause' },
    deposits_paused: { tone: 'waiting', icon: 'pause' },
    withdrawals_paused: { tone: 'waiting', icon: 'pause' },
    disabled: { tone: 'quiet', icon: 'ban' },
  } as const;
  return <RowBadge {...looks[state]} text={t(`partners.states.${state}`)} isShort={isShort} />;
}

/** How its server takes what we tell it. */
export function WebhookBadge({ health }: { health: WebhookHealth }) {
  const { t } = useTranslation();
  const looks = {
    none: { tone: 'quiet', icon: 'minus-ring' },
    healthy: { tone: 'approved', icon: 'check-ring' },
    paused: { tone: 'waiting', icon: 'pause' },
    behind: { tone: 'waiting', icon: 'clock' },
    parked: { tone: 'rejected', icon: 'cross-ring' },
  } as const;
  return <Badge {...looks[health]}>{t(`partners.webhooks.${health}`)}</Badge>;
}
