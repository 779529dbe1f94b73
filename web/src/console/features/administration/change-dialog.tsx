import type { ChangeAnswer } from '@vezne/contract/console/administration';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Stack } from '../../../shared/ui/page.tsx';
import { useChange } from './use-change.ts';

const NOTE_MAX_LENGTH = 1_024;

/** What every press says. */
interface Press {
  pressId: string;
  note?: string;
}

/**
 * A change with what it brings about in words. Where it takes two people the button says so, and a note for the second one can be written.
 */
export function ChangeDialog({
  title,
  consequence,
  act,
  done,
  queryKey,
  takesTwo,
  isRisky = false,
  isReady = true,
  width = 480,
  send,
  onClose,
  children,
}: {
  title: string;
  consequence: ReactNode;
  /** The button's words when one person is enough. */
  act: string;
  /** What to say when it is done. */
  done: string;
  queryKey: readonly unknown[];
  takesTwo: boolean;
  isRisky?: boolean;
  /** Something is to be sent. */
  isReady?: boolean;
  width?: 420 | 480 | 640;
  send: (press: Press) => Promise<ChangeAnswer>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const { press, isBusy, problem } = useChange({ queryKey, onEnd: onClose });
  const written = note.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || !isReady) return;
    void press({
      what: title,
      done,
      send: async ({ pressId }) =>
        await send({ pressId, ...(takesTwo && written !== '' && { note: written }) }),
    });
  };
  return (
    <Dialog title={title} width={width} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          {children}
          <p>{consequence}</p>
          {takesTwo && (
            <>
              <Note tone="accent">{t('administration.takes_two')}</Note>
              <TextField
                label={t('administration.note')}
                help={t('administration.note_help')}
                value={note}
                maxLength={NOTE_MAX_LENGTH}
                autoComplete="off"
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </>
          )}
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
              kind={isRisky ? 'risk-full' : 'main'}
              type="submit"
              keyHint="Enter"
              isBusy={isBusy}
              disabled={!isReady}
              {...(takesTwo && { icon: 'people' as const })}
            >
              {takesTwo ? t('administration.ask') : act}
            </Button>
          </DialogEnds>
        </Stack>
      </form>
    </Dialog>
  );
}
