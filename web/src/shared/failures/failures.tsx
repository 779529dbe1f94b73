import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useDocumentTitle } from '../ui/page.tsx';
import styles from './failures.module.css';

export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('not_found.title'));
  return (
    <main className={styles.failure}>
      <Icon name="search" size={24} />
      <h1>{t('not_found.title')}</h1>
      <p>{t('not_found.text')}</p>
      <ButtonLink to="/" kind="main">
        {t('here.home')}
      </ButtonLink>
    </main>
  );
}

/** A page that broke. The address stays, so that loading it again is a fair try. */
export function Crashed() {
  const { t } = useTranslation();
  useDocumentTitle(t('crashed.title'));
  return (
    <main className={styles.failure}>
      <Icon name="warning" size={24} />
      <h1>{t('crashed.title')}</h1>
      <p>{t('crashed.text')}</p>
      <Button kind="main" icon="redo" onClick={() => location.reload()}>
        {t('crashed.reload')}
      </Button>
    </main>
  );
}
