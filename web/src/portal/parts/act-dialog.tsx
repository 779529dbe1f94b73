import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../shared/ui/dialog.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Stack } from '../../shared/ui/page.tsx';

/** A question with something to fill in. The button names the act. */
export function ActDialog({
  title,
  act,
  isReady = true,
  isBusy,
  problem,
  onAct,
  onClose,
  children,
}: {
  title: string;
  act: string;
  isReady?: boolean;
  isBusy: boolean;
  problem: string | undefined;
  onAct: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !isBusy) onAct();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          {children}
          {problem !== undefined && (
            <Note tone="rejected" isAlert>
              {problem}
            </Note>
          )}
          <DialogEnds>
            <Button onClick={onClose} keyHint="Esc">
              {t('confirm.cancel')}
            </Button>
            <Button kind="main" type="submit" isBusy={isBusy} disabled={!isReady}>
              {act}
            </Button>
          </DialogEnds>
        </Stack>
      </form>
    </Dialog>
  );
}
