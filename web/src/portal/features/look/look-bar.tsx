import { useTranslation } from 'react-i18next';
import { useSignOut } from '../../../shared/session/session.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { TextButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useSignedIn } from '../session/session.ts';
import styles from './look.module.css';

/** Somebody of ours looks as the partner sees it: above every page stands so, and until when. */
export function LookBar() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const signOut = useSignOut();
  const { look, partner } = useSignedIn();
  if (look === null) return null;
  const time = writtenMoment(new Date(look.until), now, language);
  return (
    <aside className={styles.bar} aria-label={t('look.label')}>
      <Icon name="eye" />
      <p>
        <b>{t('look.bar', { partner: partner.name })}</b> {t('look.until', { time })}
      </p>
      <TextButton onClick={() => void signOut()}>{t('look.end')}</TextButton>
    </aside>
  );
}
