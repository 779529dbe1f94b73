import { mailAddress } from '@vezne/contract/console/staff';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';

/** Undefined: nothing is typed. Null: what is typed is no address. */
export function readMailAddress(text: string): string | null | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return mailAddress.safeParse(typed).success ? typed : null;
}

/** Where the link goes. Without a mail server, who hands it over. */
export function MailField({
  canMail,
  text,
  onText,
}: {
  canMail: boolean;
  text: string;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation();
  if (!canMail) return <Note>{t('staff.no_mail')}</Note>;
  return (
    <TextField
      label={t('staff.mail_to')}
      help={t('staff.mail_to_help')}
      problem={readMailAddress(text) === null ? t('staff.mail_to_wrong') : undefined}
      value={text}
      maxLength={254}
      inputMode="email"
      autoComplete="off"
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
