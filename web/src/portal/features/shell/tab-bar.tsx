import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useSignedIn } from '../session/session.ts';
import { placesFor, tabsOf } from './places.ts';
import styles from './shell.module.css';

/** Below every page under 900 px: four places, and what leads to the others. */
export function TabBar() {
  const { t } = useTranslation();
  const { tabs, others } = tabsOf(placesFor(useSignedIn()));
  const { pathname } = useLocation();
  // A page behind "more" is still somewhere: the tab that led there says so.
  const isBehindMore = others.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <nav className={styles.tabs} aria-label={t('nav.tabs')}>
      {tabs.map(({ path, name, icon }) => (
        <NavLink key={path} to={path} end={path === '/'}>
          <Icon name={icon} size={20} />
          <span>
            {name === 'money' || name === 'credentials' ? t(`nav.short.${name}`) : t(`nav.${name}`)}
          </span>
        </NavLink>
      ))}
      <NavLink to="/more" {...(isBehindMore && { 'data-holds-page': true })}>
        <Icon name="dots" size={20} />
        <span>{t('nav.more')}</span>
      </NavLink>
    </nav>
  );
}
