import type { PlatformSettingsShown } from '@vezne/contract/console/settings';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge.tsx';

/** Whether anything new is taken now. */
export function PlatformBadge({
  settings: { depositsPaused, withdrawalsPaused },
}: {
  settings: PlatformSettingsShown;
}) {
  const { t } = useTranslation();
  const state =
    depositsPaused && withdrawalsPaused
      ? 'all_paused'
      : depositsPaused
        ? 'deposits_paused'
        : withdrawalsPaused
          ? 'withdrawals_paused'
          : 'open';
  return (
    <Badge {...LOOKS[state === 'open' ? 'open' : 'paused']}>{t(`settings.platform_states.${state}`)}</Badge>
  );
}

/** Of one direction. */
export function DirectionBadge({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation();
  const state = isPaused ? 'paused' : 'open';
  return <Badge {...LOOKS[state]}>{t(`settings.states.${state}`)}</Badge>;
}

const LOOKS = {
  open: { tone: 'approved', icon: 'check-ring' },
  paused: { tone: 'waiting', icon: 'pause' },
} as const;
