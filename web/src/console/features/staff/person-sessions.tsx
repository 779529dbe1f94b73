import type { StaffSession } from '@vezne/contract/console/staff';
import { useTranslation } from 'react-i18next';
import { Quiet } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { deviceOf } from '../../../shared/sessions/device-name.ts';
import styles from '../../../shared/sessions/sessions.module.css';

/** Where the person is signed in. */
export function PersonSessions({ sessions }: { sessions: readonly StaffSession[] }) {
  const { t } = useTranslation();
  if (sessions.length === 0) return <Quiet>{t('staff.no_sessions')}</Quiet>;
  const device = (userAgent: string): string => {
    const known = deviceOf(userAgent);
    return known === undefined ? t('sessions.unknown_device') : t('sessions.browser_on', { ...known });
  };
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('sessions.device')}</th>
            <th scope="col">{t('sessions.address')}</th>
            <th scope="col">{t('sessions.began')}</th>
            <th scope="col">{t('sessions.seen')}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => (
            <tr key={id}>
              <th scope="row" title={userAgent}>
                {device(userAgent)}
              </th>
              <td data-label={t('sessions.address')} className={styles.address}>
                {address ?? '–'}
              </td>
              <td data-label={t('sessions.began')}>
                <Time at={new Date(createdAt)} />
              </td>
              <td data-label={t('sessions.seen')}>
                <Time at={new Date(lastSeenAt)} only="ago" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
