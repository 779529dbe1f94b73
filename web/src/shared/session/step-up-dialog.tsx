import { passkeyStepUpOptions, stepUp, stepUpWithPasskey } from '@vezne/contract/sign-in/session';
import type { StepUpMethod } from '@vezne/contract/sign-in/session';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { Button, TextButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CODE_LENGTH, CodeField, PasswordField, UsernameForManagers } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Line, Stack } from '../ui/page.tsx';
import { useProblemFocus } from '../ui/use-problem-focus.ts';
import { askForPasskey } from './passkeys.ts';
import { useProblemText } from './use-problem.ts';

/** What is about to be done, in words, and how this person can prove that it is them. */
export interface Asked {
  what: string;
  login: string;
  methods: readonly StepUpMethod[];
}

export function StepUpDialog({
  what,
  login,
  methods,
  onProved,
  onClose,
}: Asked & { onProved: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? 'password');
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useProblemFocus(problem);

  const prove = async (attempt: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await attempt();
      onProved();
    } catch (error) {
      setText('');
      setProblem(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  const byPasskey = async (): Promise<void> =>
    await prove(async () => {
      const response = await askForPasskey(passkeyStepUpOptions);
      await api(stepUpWithPasskey, { body: { response } });
    });
  const byText = async (value: string): Promise<void> =>
    await prove(
      async () => await api(stepUp, { body: method === 'code' ? { code: value } : { password: value } }),
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isComplete = method === 'code' ? text.length === CODE_LENGTH : text !== '';
    if (!isBusy && isComplete) void byText(text);
  };
  const choose = (next: StepUpMethod): void => {
    setMethod(next);
    setText('');
    setProblem(undefined);
  };
  return (
    <Dialog title={t('step_up.title')} width={420} isOpen onClose={onClose}>
      <p>{t('here.step_up')}</p>
      <Note>{t('step_up.what', { what })}</Note>
      {method === 'passkey' ? (
        <Stack>
          <Button
            kind="main"
            size="large"
            icon="passkey"
            keyHint="Enter"
            isBusy={isBusy}
            isWide
            data-autofocus
            onClick={() => void byPasskey()}
          >
            {t('step_up.passkey')}
          </Button>
          {problem !== undefined && (
            <Note tone="rejected" isAlert>
              {problem}
            </Note>
          )}
        </Stack>
      ) : (
        <form ref={form} onSubmit={submit}>
          <Stack gap={16}>
            {method === 'code' ? (
              <CodeField
                label={t('second_factor.code')}
                value={text}
                onChange={setText}
                onComplete={(code) => void byText(code)}
                isBusy={isBusy}
                hasFocus
                problem={problem}
              />
            ) : (
              <>
                <UsernameForManagers login={login} />
                <PasswordField
                  label={t('door.password')}
                  autoComplete="current-password"
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                  problem={problem}
                  data-autofocus
                />
              </>
            )}
            <Button kind="main" size="large" type="submit" keyHint="Enter" isBusy={isBusy} isWide>
              {t('step_up.confirm')}
            </Button>
          </Stack>
        </form>
      )}
      <Line isSpread>
        <Line gap={16}>
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <TextButton key={other} onClick={() => choose(other)}>
                {t(`step_up.by_${other}`)}
              </TextButton>
            ))}
        </Line>
        <TextButton isQuiet onClick={onClose}>
          {t('confirm.cancel')} <kbd aria-hidden="true">Esc</kbd>
        </TextButton>
      </Line>
    </Dialog>
  );
}
