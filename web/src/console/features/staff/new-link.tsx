import type { EnrolmentLink } from '@vezne/contract/console/staff';
import { useTranslation } from 'react-i18next';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import styles from './staff.module.css';

/** For whoever has confirmed a person: the link was sent, or it is shown this once and they hand it over. */
export function NewLink({ enrolment }: { enrolment: EnrolmentLink }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { url, mail, mailTo, expiresAt } = enrolment;
  const time = writtenMoment(new Date(expiresAt), now, language);
  const address = mailTo ?? '';
  return (
    <Note
      tone={mail === 'failed' ? 'waiting' : 'approved'}
      title={mail === 'failed' ? t('staff.mail_failed') : t('staff.link_title')}
      isAlert={mail === 'failed'}
    >
      {mail === 'sent' && <p>{t('staff.mail_sent', { address, time })}</p>}
      {mail === 'failed' && <p>{t('staff.mail_failed_text', { address })}</p>}
      {url !== null && (
        <>
          <p>{t('staff.link_text', { time })}</p>
          <code className={styles.link}>{url}</code>
          <Copy text={url} label={t('staff.link_title')} />
        </>
      )}
    </Note>
  );
}
