import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignOut } from '../../../shared/session/session.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { useSignedIn } from '../session/session.ts';
import styles from './more.module.css';
import { placesFor, tabsOf } from './places.ts';

/** On a phone: the places that have no tab. */
export function More() {
  const { t } = useTranslation();
  const session = useSignedIn();
  const signOut = useSignOut();
  const { others } = tabsOf(placesFor(session));
  return (
    <Page title={t('nav.more')} meta={session.person.email}>
      <Box title={t('nav.others')} isFlush>
        <ul className={styles.list}>
          {others.map(({ path, name, icon }) => (
            <li key={path}>
              <Link to={path}>
                <Icon name={icon} />
                {t(`nav.${name}`)}
                <Icon name="right" />
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => void signOut()}>
              <Icon name="leave" />
              {t('shell.sign_out')}
            </button>
          </li>
        </ul>
      </Box>
    </Page>
  );
}
