import type { ChangedVersion } from '@vezne/contract/console/settings';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Diff } from '../../../shared/ui/diff.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useSettingWords } from './setting-words.ts';
import styles from './settings.module.css';
import { useSettingsVersions } from './use-settings.ts';

/** Every version, the newest first: who made it, and only what it changed. */
export function VersionsTab() {
  const { t } = useTranslation();
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useSettingsVersions();
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <div className={styles.versions}>
      {isPending && <SkeletonRows rows={8} />}
      {data === undefined && error !== null && (
        <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
      )}
      {versions.map((version) => (
        <Version key={version.version} version={version} />
      ))}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('settings.older')}
        </Button>
      )}
    </div>
  );
}

function Version({
  version: { version, at, by, askedBy, requestId, settings, previous },
}: {
  version: ChangedVersion;
}) {
  const { t } = useTranslation();
  const words = useSettingWords();
  const differences = previous === null ? [] : words.differences(previous, settings);
  return (
    <Box title={t('settings.version', { version })} aside={<Time at={new Date(at)} />} isFlush>
      <p className={styles.who}>
        {askedBy === null ? words.author(by) : t('settings.by_two', { asker: askedBy, confirmer: by })}
        {requestId !== null && (
          <>
            {' · '}
            <Link to={`/requests/${requestId}`} className={styles.link}>
              {t('administration.open_request')}
            </Link>
          </>
        )}
      </p>
      {differences.length > 0 ? (
        <Diff differences={differences} />
      ) : (
        <p className={styles.none}>
          {previous === null ? t('settings.first_version') : t('settings.nothing_differs')}
        </p>
      )}
    </Box>
  );
}
