import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useSignedIn } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { PartnerBrand } from './partner-brand.tsx';
import { placesFor } from './places.ts';
import styles from './shell.module.css';

export function Navigation() {
  const { t } = useTranslation();
  const places = placesFor(useSignedIn());
  const groups = [
    { name: 'business', title: null },
    { name: 'developer', title: t('nav_groups.developer') },
    { name: 'organisation', title: t('nav_groups.organisation') },
  ] as const;
  return (
    <nav className={styles.nav} aria-label={t('shell.navigation')}>
      <PartnerBrand />
      {groups.map(({ name, title }) => {
        const shown = places.filter(({ group }) => group === name);
        if (shown.length === 0) return null;
        return (
          <div key={name} className={styles.group}>
            {title !== null && <h2>{title}</h2>}
            <ul>
              {shown.map((place) => (
                <li key={place.path}>
                  <NavLink to={place.path} end={place.path === '/'}>
                    <Icon name={place.icon} />
                    {t(`nav.${place.name}`)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div className={styles.foot}>
        <AccountMenu isWhole position="top-start" />
      </div>
    </nav>
  );
}
