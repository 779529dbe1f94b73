import type { SettingsInForce } from '@vezne/contract/console/settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import styles from '../administration/administration.module.css';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import { useSignedIn } from '../session/session.ts';
import { LimitsTab } from './limits-tab.tsx';
import { PartnerLimitsTab } from './partner-limits-tab.tsx';
import { PlatformBadge } from './platform-badge.tsx';
import { PlatformPauseDialog } from './platform-pause-dialog.tsx';
import { useSettings } from './use-settings.ts';
import { VersionsTab } from './versions-tab.tsx';

/** What holds for every partner, how it came to be so, and the switch that stops everything new. */
export function Settings() {
  const { t } = useTranslation();
  useDocumentTitle(t('nav.settings'));
  const { tab = '' } = useParams<{ tab: string }>();
  const { permissions } = useSignedIn();
  const { data, error, refetch } = useSettings();
  const readsAll = permissions.includes('read_everything') || permissions.includes('read_masked');
  const tabs = [
    { path: '', name: t('settings.tabs.limits') },
    ...(readsAll
      ? [
          { path: 'versions', name: t('settings.tabs.versions') },
          { path: 'partners', name: t('settings.tabs.partners') },
        ]
      : []),
  ];
  const openTab = tabs.find(({ path }) => path === tab)?.path ?? '';
  return (
    <main className={styles.page}>
      <header className={styles.bar}>
        <h1>{t('nav.settings')}</h1>
        {data !== undefined && <PlatformBadge settings={data.settings} />}
        {data !== undefined && (
          <div className={styles.actions}>
            <Pauses inForce={data} />
          </div>
        )}
      </header>
      {tabs.length > 1 && (
        <nav className={styles.tabs} aria-label={t('administration.parts')}>
          {tabs.map(({ path, name }) => (
            <Link
              key={path}
              to={path === '' ? '/settings' : `/settings/${path}`}
              aria-current={path === openTab ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.body}>
        {data !== undefined && <WaitingChanges name={t('settings.platform')} changes={data.waiting} />}
        {openTab === 'versions' && <VersionsTab />}
        {openTab === 'partners' && <PartnerLimitsTab />}
        {openTab === '' && data !== undefined && <LimitsTab inForce={data} hasVersions={readsAll} />}
        {openTab === '' && data === undefined && (
          <div style={{ gridColumn: '1 / -1' }}>
            {error === null ? (
              <SkeletonRows rows={10} />
            ) : (
              <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
            )}
          </div>
        )}
      </div>
    </main>
  );
}

/** Whoever decides pauses; who supervises resumes. To everybody else a sentence says who does. */
function Pauses({ inForce: { settings } }: { inForce: SettingsInForce }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<'pause' | 'resume' | null>(null);
  const { depositsPaused, withdrawalsPaused } = settings;
  const mayPause = permissions.includes('decide') && !(depositsPaused && withdrawalsPaused);
  const mayResume = permissions.includes('supervise') && (depositsPaused || withdrawalsPaused);
  return (
    <>
      {mayResume && (
        <Button size="small" icon="play" onClick={() => setOpen('resume')}>
          {t('settings.resume')}
        </Button>
      )}
      {mayPause && (
        <Button size="small" kind="risk" icon="pause" onClick={() => setOpen('pause')}>
          {t('settings.pause')}
        </Button>
      )}
      {open !== null && <PlatformPauseDialog settings={settings} what={open} onClose={() => setOpen(null)} />}
    </>
  );
}
