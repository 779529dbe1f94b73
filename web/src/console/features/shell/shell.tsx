import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { LiveProvider } from '../live/live.tsx';
import { SkipLink } from '../../../shared/shell/skip-link.tsx';
import { useSignedIn } from '../session/session.ts';
import { KeyHelp } from './key-help.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineStrip } from '../../../shared/shell/offline-strip.tsx';
import { Palette } from './palette.tsx';
import { placesFor } from './places.ts';
import styles from './shell.module.css';

/** The frame of every page: navigation on the left, the page beside it, palette and help over both. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSignedIn();
  const navigate = useNavigate();
  const [over, setOver] = useState<'palette' | 'help' | null>(null);
  const everywhere = t('keys.everywhere');
  useKeys([
    // On a Turkish keyboard / needs Shift.
    { keys: 's', label: t('keys.palette'), group: everywhere, run: () => setOver('palette') },
    { keys: '/', label: t('keys.palette'), group: everywhere, run: () => setOver('palette') },
    {
      keys: 'Ctrl+k',
      label: t('keys.palette'),
      group: everywhere,
      inFields: true,
      run: () => setOver('palette'),
    },
    { keys: '?', label: t('keys.help'), group: everywhere, run: () => setOver('help') },
    ...placesFor(session).map(({ key, name, path }) => ({
      keys: key,
      label: t(`nav.${name}`),
      group: t('keys.go'),
      run: () => void navigate(path),
    })),
  ]);
  const close = (): void => setOver(null);
  return (
    <LiveProvider>
      <SkipLink />
      <div className={styles.app}>
        <Navigation onSearch={() => setOver('palette')} onHelp={() => setOver('help')} />
        <div className={styles.content} id="content" tabIndex={-1}>
          <OfflineStrip />
          <Outlet />
        </div>
      </div>
      {over === 'palette' && <Palette onClose={close} onHelp={() => setOver('help')} />}
      {over === 'help' && <KeyHelp onClose={close} />}
    </LiveProvider>
  );
}
