import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { OfflineStrip } from '../../../shared/shell/offline-strip.tsx';
import { SkipLink } from '../../../shared/shell/skip-link.tsx';
import { LookBar } from '../look/look-bar.tsx';
import { useSignedIn } from '../session/session.ts';
import { ClosedPage } from './closed-page.tsx';
import { Navigation } from './navigation.tsx';
import { closedPlace } from './places.ts';
import styles from './shell.module.css';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page: navigation on the left; under 900 px a bar above and a bar of tabs below. */
export function Shell() {
  const { pathname } = useLocation();
  const closed = closedPlace(pathname, useSignedIn());
  return (
    <>
      <SkipLink />
      <div className={styles.app}>
        <Navigation />
        <TopBar />
        <div className={styles.content} id="content" tabIndex={-1}>
          <div>
            <LookBar />
            <OfflineStrip />
          </div>
          {closed === undefined ? <Outlet /> : <ClosedPage place={closed} />}
        </div>
        <TabBar />
      </div>
      <ScrollRestoration />
    </>
  );
}
