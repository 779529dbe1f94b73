import { useQueryClient } from '@tanstack/react-query';
import {
  addPasskey,
  changePassword,
  newPasskeyOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from '@vezne/contract/sign-in/profile';
import type { Passkey } from '@vezne/contract/sign-in/profile';
import { stepUp } from '@vezne/contract/sign-in/session';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogEnds, EscapeHint } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Quiet, Stack } from '../ui/page.tsx';
import { useToast } from '../ui/toast.tsx';
import { useProblemFocus } from '../ui/use-problem-focus.ts';
import { NewPasswordForm } from '../door/new-password-form.tsx';
import { makePasskey } from '../session/passkeys.ts';
import { loginOf } from '../session/any-session.ts';
import { SESSION_KEY, useAnySignedIn } from '../session/session.ts';
import { ConfirmAct } from '../session/confirm-act.tsx';
import { StepUpCancelled, useStepUp } from '../session/step-up.tsx';
import { useProblemText } from '../session/use-problem.ts';
import { deviceName } from '../sessions/device-name.ts';
import type { Left } from './factors.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

export const PROFILE_KEY = ['profile'] as const;

/** What is open over the page. */
export type Open =
  | { what: 'password' | 'app' | 'new-passkey' | 'renew' }
  | { what: 'remove-app'; left: Left }
  | { what: 'rename'; passkey: Passkey }
  | { what: 'remove-passkey'; passkey: Passkey; left: Left }
  | { what: 'codes'; codes: readonly string[] };

export function OpenDialog({ open, onOpen }: { open: Open; onOpen: (open: Open | null) => void }) {
  const { t } = useTranslation();
  const session = useAnySignedIn();
  const { stepUpMethods } = session;
  const isPasswordTheProof = stepUpMethods.length === 1 && stepUpMethods[0] === 'password';
  const withStepUp = useStepUp();
  const toast = useToast();
  const client = useQueryClient();
  const close = (): void => onOpen(null);
  /** The session, too, says with what the person can prove that it is them. */
  const readAgain = async (): Promise<void> => {
    await Promise.all(
      [PROFILE_KEY, SESSION_KEY].map(async (queryKey) => await client.invalidateQueries({ queryKey })),
    );
  };
  /** The page behind shows the new state before the dialog goes. What is shown once does not wait for that. */
  const done = async (text: string, next: Open | null = null): Promise<void> => {
    if (next === null) await readAgain();
    else void readAgain();
    onOpen(next);
    toast({ text });
  };
  switch (open.what) {
    case 'password':
      return (
        <Dialog
          title={t('profile.change_password')}
          width={420}
          aside={<EscapeHint />}
          isOpen
          onClose={close}
        >
          <Quiet>{t('profile.password_consequence')}</Quiet>
          <NewPasswordForm
            login={loginOf(session)}
            act={t('profile.change_password')}
            asksCurrent
            onSubmit={async ({ current, password }) => {
              const body = { currentPassword: current, newPassword: password };
              // Without a second factor the password is the whole proof, and it has just been typed.
              if (isPasswordTheProof) await api(stepUp, { body: { password: current } });
              await withStepUp(
                t('profile.change_password_what'),
                async () => await api(changePassword, { body }),
              );
              await done(t('profile.password_changed'));
            }}
          />
        </Dialog>
      );
    case 'app':
      return (
        <Dialog title={t('profile.app')} width={640} aside={<EscapeHint />} isOpen onClose={close}>
          <TotpSetUp
            onCancel={close}
            onDone={(codes) => {
              void done(t('profile.app_added'), codes === null ? null : { what: 'codes', codes });
            }}
          />
        </Dialog>
      );
    case 'remove-app':
      if (open.left === 'refused') {
        return (
          <Confirm
            question={t('profile.app_stays')}
            consequence={t('profile.app_stays_text')}
            act={t('profile.add_passkey')}
            isOpen
            onConfirm={() => onOpen({ what: 'new-passkey' })}
            onClose={close}
          />
        );
      }
      return (
        <ConfirmAct
          question={t('profile.remove_app_question')}
          consequence={t(`profile.remove_app_${open.left}`)}
          act={t('profile.remove_app')}
          what={t('profile.remove_app_what')}
          onConfirm={async () => {
            await api(removeTotp, {});
            await done(t('profile.app_removed'));
          }}
          onClose={close}
        />
      );
    case 'new-passkey':
      return (
        <NameDialog
          title={t('profile.add_passkey')}
          act={t('set_up.passkey_act')}
          first={deviceName(navigator.userAgent) ?? ''}
          onSubmit={async (name) => {
            const act = async () => {
              const response = await makePasskey(newPasskeyOptions);
              return await api(addPasskey, { body: { name, response } });
            };
            const { recoveryCodes } = await withStepUp(t('profile.add_passkey_what', { name }), act);
            const codes = recoveryCodes === null ? null : { what: 'codes' as const, codes: recoveryCodes };
            await done(t('profile.passkey_added'), codes);
          }}
          onClose={close}
        />
      );
    case 'rename':
      return (
        <NameDialog
          title={t('profile.rename_title')}
          act={t('profile.save')}
          first={open.passkey.name}
          onSubmit={async (name) => {
            await api(renamePasskey, { params: { id: open.passkey.id }, body: { name } });
            await done(t('profile.passkey_renamed'));
          }}
          onClose={close}
        />
      );
    case 'remove-passkey':
      if (open.left === 'refused') {
        return (
          <Confirm
            question={t('profile.passkey_stays', { name: open.passkey.name })}
            consequence={t('profile.passkey_stays_text')}
            act={t('profile.add_app')}
            isOpen
            onConfirm={() => onOpen({ what: 'app' })}
            onClose={close}
          />
        );
      }
      return (
        <ConfirmAct
          question={t('profile.remove_passkey_question', { name: open.passkey.name })}
          consequence={t(`profile.remove_passkey_${open.left}`)}
          act={t('profile.remove_passkey_act')}
          what={t('profile.remove_passkey_what', { name: open.passkey.name })}
          onConfirm={async () => {
            await api(removePasskey, { params: { id: open.passkey.id } });
            await done(t('profile.passkey_removed'));
          }}
          onClose={close}
        />
      );
    case 'renew':
      return (
        <ConfirmAct
          question={t('profile.renew_question')}
          consequence={t('profile.renew_consequence')}
          act={t('profile.renew_codes')}
          what={t('profile.renew_what')}
          onConfirm={async () => {
            const { recoveryCodes } = await api(renewRecoveryCodes, { body: {} });
            void readAgain();
            onOpen({ what: 'codes', codes: recoveryCodes });
          }}
          onClose={close}
        />
      );
    case 'codes':
      return (
        // Escape must not lose what is shown once.
        <Dialog title={t('recovery.title')} isOpen onClose={() => undefined}>
          <RecoveryCodes codes={open.codes} onDone={close} />
        </Dialog>
      );
  }
}

function NameDialog({
  title,
  act,
  first,
  onSubmit,
  onClose,
}: {
  title: string;
  act: string;
  first: string;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [name, setName] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useProblemFocus(problem);
  const submit = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(name.trim());
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) setProblem(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={title} width={420} isOpen onClose={onClose}>
      <form
        ref={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!isBusy && name.trim() !== '') void submit();
        }}
      >
        <Stack gap={16}>
          <TextField
            label={t('profile.passkey_name')}
            help={t('profile.passkey_name_help')}
            maxLength={64}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            problem={problem}
          />
          <DialogEnds>
            <Button onClick={onClose} keyHint="Esc">
              {t('confirm.cancel')}
            </Button>
            <Button kind="main" type="submit" keyHint="Enter" isBusy={isBusy}>
              {act}
            </Button>
          </DialogEnds>
        </Stack>
      </form>
    </Dialog>
  );
}
