import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { useSignedIn } from '../session/session.ts';
import type { Place } from './places.ts';

/** In the place of a page that the person's roles do not have: a colleague may have sent its address. */
export function ClosedPage({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { look } = useSignedIn();
  return (
    <Page title={t(`nav.${place.name}`)}>
      <Box title={t(`nav.${place.name}`)}>
        <Empty
          icon="lock"
          title={look === null ? t('nav.closed') : t('nav.hidden')}
          action={
            <ButtonLink to="/" size="small">
              {t('here.home')}
            </ButtonLink>
          }
        >
          {look === null ? t('nav.closed_text') : t('nav.hidden_text')}
        </Empty>
      </Box>
    </Page>
  );
}
