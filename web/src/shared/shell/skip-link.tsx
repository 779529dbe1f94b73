import { useTranslation } from 'react-i18next';
import styles from './frame.module.css';

/** For whoever goes by Tab: over the navigation, to the page. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={styles.skip} href="#content">
      {t('shell.skip')}
    </a>
  );
}
