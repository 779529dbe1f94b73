import type { StaffRow } from '@vezne/contract/console/staff';
import type { Role } from '@vezne/domain/permissions';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../shared/ui/badge.tsx';

type PersonState = 'active' | 'invited' | 'not_enrolled' | 'disabled';

/** Whoever has no password has not enrolled: they have a link, or it was not used in time. */
function stateOf({ status, factors, enrolmentUntil }: StaffRow): PersonState {
  if (status === 'disabled') return 'disabled';
  if (factors.hasPassword) return 'active';
  return enrolmentUntil === null ? 'not_enrolled' : 'invited';
}

/** Whether the person can sign in. */
export function PersonBadge({ person }: { person: StaffRow }) {
  const { t } = useTranslation();
  const state = stateOf(person);
  const looks = {
    active: { tone: 'approved', icon: 'check-ring' },
    invited: { tone: 'waiting', icon: 'clock' },
    not_enrolled: { tone: 'rejected', icon: 'warning' },
    disabled: { tone: 'quiet', icon: 'ban' },
  } as const;
  return <Badge {...looks[state]}>{t(`staff.states.${state}`)}</Badge>;
}

export function useRolesText(): (roles: readonly Role[]) => string {
  const { t } = useTranslation();
  return (roles) =>
    roles.length === 0 ? t('staff.no_role') : roles.map((role) => t(`roles.${role}`)).join(', ');
}

/** "Parola, uygulama, 2 geçiş anahtarı". */
export function useFactorsText(): (factors: StaffRow['factors']) => string {
  const { t } = useTranslation();
  return ({ hasPassword, hasTotp, passkeys }) => {
    const words = [
      ...(hasPassword ? [t('staff.factor.password')] : []),
      ...(hasTotp ? [t('staff.factor.totp')] : []),
      ...(passkeys > 0 ? [t('staff.factor.passkeys', { count: passkeys })] : []),
    ];
    return words.length === 0 ? t('staff.factor.none') : words.join(', ');
  };
}
