import { inRoleOrder } from '@vezne/domain/partner-permissions';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';

/** "Sahip, geliştirici": the widest one first. */
export function useRolesText(): (roles: readonly PartnerRole[]) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (roles) =>
    inRoleOrder(roles)
      .toReversed()
      .map((role) => t(`partner_roles.${role}`))
      .map((word, index) => (index === 0 ? word : word.toLocaleLowerCase(language)))
      .join(', ');
}
