import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../session/session.ts';
import styles from './shell.module.css';

/** Whose portal this is, and whether money here is real. */
export function PartnerBrand() {
  const { t } = useTranslation();
  const { partner, environment } = useSignedIn();
  return (
    <div className={styles.brand}>
      <span className={styles.mark} aria-hidden="true">
        {(Array.from(partner.name.trim())[0] ?? '').toLocaleUpperCase('tr')}
      </span>
      <span className={styles.partner}>
        <span title={partner.name}>{partner.name}</span>
        {environment === 'development' && <span className={styles.trial}>{t('nav.trial')}</span>}
      </span>
    </div>
  );
}
