import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { en } from '../../../shared/i18n/en.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import styles from './administration.module.css';

type Action = keyof typeof en.requests.actions;

/** What was asked about this and waits for a second person, each a way to its request. */
export function WaitingChanges({
  name,
  changes,
}: {
  /** Of what they are about. */
  name: string;
  changes: readonly { requestId: string; action: string; askedBy: string; askedAt: string }[];
}) {
  const { t, i18n } = useTranslation();
  const titleOf = (action: string): string => {
    const key = action.replaceAll('.', '_');
    const isKnown = (one: string): one is Action => i18n.exists(`requests.actions.${one}`);
    return isKnown(key) ? t(`requests.actions.${key}`, { name, amount: '', count: 0 }) : action;
  };
  if (changes.length === 0) return null;
  return (
    <ul className={styles.waiting} aria-label={t('administration.waiting')}>
      {changes.map(({ requestId, action, askedBy, askedAt }) => (
        <li key={requestId}>
          <Icon name="people" />
          <span>
            <b>{t('administration.waiting')}</b> {titleOf(action)} · {askedBy} ·{' '}
            <Time at={new Date(askedAt)} only="ago" />
          </span>
          <Link to={`/requests/${requestId}`}>{t('administration.open_request')}</Link>
        </li>
      ))}
    </ul>
  );
}
