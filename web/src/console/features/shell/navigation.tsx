import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { classNames } from '../../../shared/ui/class-names.ts';
import { BrandMark, Icon } from '../../../shared/ui/icon.tsx';
import { useLive } from '../live/live.tsx';
import { useToConfirm } from '../requests/use-requests.ts';
import { useSignedIn } from '../session/session.ts';
import { useOwnSessions } from '../../../shared/sessions/own-sessions.ts';
import { AccountMenu } from './account-menu.tsx';
import { placesFor } from './places.ts';
import type { Place } from './places.ts';
import styles from './shell.module.css';

export function Navigation({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const { environment } = session;
  const places = placesFor(session);
  const counts = useCounts();
  const groups = [
    { name: 'work', title: null },
    { name: 'administration', title: t('nav_groups.administration') },
    { name: 'account', title: t('nav_groups.account') },
    { name: 'developer', title: t('nav_groups.developer') },
  ] as const;
  return (
    <nav className={styles.nav} aria-label={t('shell.navigation')}>
      <div className={styles.brand}>
        <BrandMark />
        <span className={styles.wide}>Vezne</span>
        <span className={environment === 'production' ? styles.live : styles.trial}>
          {environment === 'production' ? t('shell.live') : t('shell.development')}
        </span>
      </div>
      <button
        type="button"
        className={styles.search}
        onClick={onSearch}
        aria-keyshortcuts="/ Control+K"
        aria-label={t('palette.search')}
      >
        <Icon name="search" />
        <span>{t('palette.search')}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {groups.map(({ name, title }) => {
        const shown = places.filter(({ group }) => group === name);
        if (shown.length === 0) return null;
        return (
          <div key={name} className={styles.group}>
            {title !== null && <h2>{title}</h2>}
            <ul>
              {shown.map((place) => (
                <li key={place.path}>
                  <PlaceLink place={place} count={counts[place.name]} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <AccountMenu onHelp={onHelp} />
    </nav>
  );
}

/** What is behind a place, where that is a number. */
function useCounts(): Partial<Record<Place['name'], number>> {
  const { data } = useOwnSessions();
  const { counts } = useLive();
  const toConfirm = useToConfirm();
  return {
    ...(data !== undefined && { sessions: data.sessions.length }),
    ...(counts !== undefined && {
      deposits: counts.deposits.waiting,
      withdrawals: counts.withdrawals.waiting,
      undelivered: counts.undelivered.endpoints + counts.undelivered.parked,
    }),
    // Nothing to confirm is no number: a badge calls for somebody.
    ...(toConfirm !== undefined && toConfirm > 0 && { requests: toConfirm }),
  };
}

function PlaceLink({ place, count }: { place: Place; count: number | undefined }) {
  const { t } = useTranslation();
  const name = t(`nav.${place.name}`);
  return (
    <NavLink to={place.path} end={place.path === '/'} title={name}>
      <Icon name={place.icon} />
      <span className={styles.word}>{name}</span>{' '}
      {count !== undefined && (
        <span className={classNames(styles.count, place.name === 'requests' && styles.call)}>{count}</span>
      )}
    </NavLink>
  );
}
