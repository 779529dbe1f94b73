import { Outlet, ScrollRestoration } from 'react-router';
import { OfflineStrip } from '../../../shared/shell/offline-strip.tsx';
import { SkipLink } from '../../../shared/shell/skip-link.tsx';
import { LookBar } from '../look/look-bar.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page: navigation on the left; under 900 px a bar above and a bar of tabs below. */
export function Shell() {
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
          <Outlet />
        </div>
        <TabBar />
      </div>
      <ScrollRestoration />
    </>
  );
}
