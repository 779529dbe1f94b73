import { Checkbox } from '@mantine/core';
import type { RequestDetail } from '@vezne/contract/console/requests';
import { madeByRequest } from '@vezne/domain/made-by-request';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { useStay } from '../../../shared/ui/use-stay.ts';
import { ToldOnceDialog, isToldOnce } from '../../../shared/ui/told-once.tsx';
import { NewLink } from '../staff/new-link.tsx';
import type { Told } from './end-sheet.tsx';

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
  const name = invitedIn(request) ?? subject.name ?? subject.partner ?? '';
  const { enrolment } = told;
  // What was sent by mail is nobody's to hand over.
  if (enrolment?.url === null) return <NewLink enrolment={enrolment} />;
  if (enrolment !== null) return <EnrolmentDialog name={name} enrolment={enrolment} onClose={onClose} />;
  if (isToldOnce(told))
    return (
      <ToldOnceDialog
        title={t('administration.told_once.title', { name })}
        text={t('administration.told_once.text')}
        told={told}
        onClose={onClose}
      />
    );
  const lost = madeByRequest(action);
  if (lost === undefined) return null;
  if (lost === 'link')
    return (
      <Note tone="waiting" title={t('requests.link_lost')} isAlert>
        {t('requests.link_lost_text')}
      </Note>
    );
  return (
    <Note tone="waiting" title={t('requests.told_lost')} isAlert>
      {t('requests.told_lost_text')}
    </Note>
  );
}

/** Of somebody of a partner: the link is theirs, and not the partner's. */
function invitedIn({ action, lines }: RequestDetail): string | undefined {
  const email = lines.find(({ field }) => field === 'email')?.after;
  return action === 'partner_person.invite' && typeof email === 'string' ? email : undefined;
}

/** A link that makes whoever opens it first that person. It is closed only by whoever says that it is handed over. */
function EnrolmentDialog({
  name,
  enrolment,
  onClose,
}: {
  name: string;
  enrolment: NonNullable<Told['enrolment']>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  useStay(!isKept);
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
        <NewLink enrolment={enrolment} />
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
