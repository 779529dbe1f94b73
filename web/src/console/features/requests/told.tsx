import { Checkbox } from '@mantine/core';
import type { RequestDetail } from '@vezne/contract/console/requests';
import { displayTime } from '@vezne/domain/written';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { ToldOnceDialog, isToldOnce } from '../administration/told-once.tsx';
import type { Told } from './end-sheet.tsx';
import styles from './requests.module.css';

/** What makes something that whoever confirms hands over. */
const MAKES_A_SECRET = new Set([
  'credentials.create',
  'credentials.rotate',
  'partner.create',
  'staff.add',
  'staff.reset',
  'webhook.add',
  'webhook.rotate',
]);

/** What the confirmation told this once: to keep, or a word that it was lost on its way. */
export function ToldAtConfirmation({
  request,
  told,
  onClose,
}: {
  request: RequestDetail;
  told: Told;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { subject, action } = request;
  const name = subject.name ?? subject.partner ?? '';
  if (told.enrolment !== null)
    return <EnrolmentDialog name={name} enrolment={told.enrolment} onClose={onClose} />;
  if (isToldOnce(told)) return <ToldOnceDialog name={name} told={told} onClose={onClose} />;
  if (!MAKES_A_SECRET.has(action)) return null;
  return (
    <Note tone="waiting" title={t('requests.told_lost')} isAlert>
      {t('requests.told_lost_text')}
    </Note>
  );
}

/** A link that makes whoever opens it first that person. It is closed only by whoever says that it is handed over. */
function EnrolmentDialog({
  name,
  enrolment: { url, expiresAt },
  onClose,
}: {
  name: string;
  enrolment: NonNullable<Told['enrolment']>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isKept, setIsKept] = useState(false);
  return (
    <Dialog
      title={t('requests.link_title', { name })}
      width={640}
      isOpen
      onClose={() => {
        if (isKept) onClose();
      }}
    >
      <Stack gap={16}>
        <Note tone="waiting" title={t('requests.link_once')}>
          {t('requests.link_text', { time: displayTime(new Date(expiresAt), language) })}
        </Note>
        <p className={styles.link}>
          <code>{url}</code>
          <Copy text={url} label={t('requests.link_copy')} />
        </p>
        <Checkbox
          label={t('requests.link_kept')}
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <DialogEnds>
          <Button kind="main" disabled={!isKept} onClick={onClose}>
            {t('requests.link_done')}
          </Button>
        </DialogEnds>
      </Stack>
    </Dialog>
  );
}
