import type { invitePerson } from '@vezne/contract/portal/people';
import { useTranslation } from 'react-i18next';
import type { ApiOutput } from '../../../shared/api/api.ts';
import { writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { DialogEnds } from '../../../shared/ui/dialog.tsx';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import styles from './people.module.css';

/** Where the invitation went. In development its link is on the screen. */
export function Invited({
  invitation: { email, expiresAt },
  isSent,
  link,
  onClose,
}: ApiOutput<typeof invitePerson> & { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = writtenMoment(new Date(expiresAt), useNow(), language);
  return (
    <div className={styles.form}>
      {isSent && (
        <Note tone="approved" title={t('people.sent', { email })} isAlert>
          {t('people.sent_text', { time })}
        </Note>
      )}
      {!isSent && link === null && (
        <Note tone="waiting" title={t('people.not_sent')} isAlert>
          {t('people.not_sent_text', { email })}
        </Note>
      )}
      {link !== null && (
        <Note title={t('people.link')}>
          {t('people.link_text', { time })}
          <code className={styles.link}>{link}</code>
          <Copy text={link} label={t('people.copy_link')} />
        </Note>
      )}
      <DialogEnds>
        <Button kind="main" onClick={onClose} data-autofocus>
          {t('people.done')}
        </Button>
      </DialogEnds>
    </div>
  );
}
