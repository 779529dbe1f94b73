import { useTranslation } from 'react-i18next';
import type { LinkHolder } from '../../../shared/session/sign-in-place.ts';

export function LinkIntro({ holder: { login } }: { holder: LinkHolder }) {
  const { t } = useTranslation();
  return t('here.link_intro', { login });
}
