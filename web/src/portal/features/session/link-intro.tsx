import { useTranslation } from 'react-i18next';
import type { LinkHolder } from '../../../shared/session/sign-in-place.ts';
import { useRolesText } from './roles-text.ts';

/** Whose account it is and what one may do there: somebody may work for two shops, or expect another role. */
export function LinkIntro({ holder: { login, invitedTo } }: { holder: LinkHolder }) {
  const { t } = useTranslation();
  const rolesText = useRolesText();
  if (invitedTo === undefined) return t('here.link_intro_alone', { login });
  return t('here.link_intro', { login, partner: invitedTo.partner, roles: rolesText(invitedTo.roles) });
}
