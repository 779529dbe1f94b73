import { lookAsPartner } from '@vezne/contract/console/partner-people';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { StepUpCancelled, useStepUp } from '../../../shared/session/step-up.tsx';
import { Button, OutwardLink } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { useChangeProblem } from '../administration/problem.ts';

const REASON_MAX_LENGTH = 1_024;

/** The portal as the partner sees it, read-only. First the reason, which the audit log keeps; then a link that opens once. */
export function LookDialog({ partner, onClose }: { partner: PartnerDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const problemOf = useChangeProblem();
  const stepUp = useStepUp();
  const title = t('partners.look.title', { name: partner.name });
  const [reason, setReason] = useState('');
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const look = await stepUp(
        title,
        async () => await api(lookAsPartner, { params: { id: partner.id }, body: { reason: reason.trim() } }),
      );
      setUrl(look.url);
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) setProblem(problemOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && reason.trim() !== '') void ask();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {url === undefined ? (
        <form onSubmit={submit}>
          <Stack gap={16}>
            <p>{t('partners.look.text')}</p>
            <TextField
              label={t('partners.look.reason')}
              help={t('partners.look.reason_help')}
              value={reason}
              maxLength={REASON_MAX_LENGTH}
              autoComplete="off"
              data-autofocus
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {problem !== undefined && (
              <Note tone="rejected" isAlert>
                {problem}
              </Note>
            )}
            <DialogEnds>
              <Button onClick={onClose} keyHint="Esc">
                {t('confirm.cancel')}
              </Button>
              <Button
                kind="main"
                type="submit"
                keyHint="Enter"
                isBusy={isBusy}
                disabled={reason.trim() === ''}
              >
                {t('partners.look.get')}
              </Button>
            </DialogEnds>
          </Stack>
        </form>
      ) : (
        <Stack gap={16}>
          <Note tone="waiting" title={t('partners.look.ready')} icon="clock">
            {t('partners.look.ready_text')}
          </Note>
          <DialogEnds>
            <OutwardLink href={url} icon="eye" onOpen={onClose}>
              {t('partners.look.open')}
            </OutwardLink>
          </DialogEnds>
        </Stack>
      )}
    </Dialog>
  );
}
