import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogEnds } from './dialog.tsx';
import { Note } from './note.tsx';

/**
 * Asks before something is done: the question, then what will happen in words. Never "are you sure?". The button names the act. Where the act
 * takes something away the focus is on the way out: Enter comes twice when the first one opened the question.
 */
export function Confirm({
  question,
  consequence,
  act,
  isRisky = false,
  isBusy = false,
  problem,
  isOpen,
  onConfirm,
  onClose,
}: {
  question: string;
  consequence: ReactNode;
  act: string;
  isRisky?: boolean;
  isBusy?: boolean;
  /** Why it could not be done. */
  problem?: string | undefined;
  isOpen: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog title={question} isOpen={isOpen} onClose={onClose}>
      <p>{consequence}</p>
      {problem !== undefined && (
        <Note tone="rejected" isAlert>
          {problem}
        </Note>
      )}
      <DialogEnds>
        <Button onClick={onClose} keyHint="Esc" data-autofocus={isRisky || undefined}>
          {t('confirm.cancel')}
        </Button>
        <Button
          kind={isRisky ? 'risk-full' : 'main'}
          isBusy={isBusy}
          onClick={onConfirm}
          {...(!isRisky && { keyHint: 'Enter', 'data-autofocus': true })}
        >
          {act}
        </Button>
      </DialogEnds>
    </Dialog>
  );
}
