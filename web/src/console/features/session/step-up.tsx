import { useQueryClient } from '@tanstack/react-query';
import { passkeyStepUpOptions, stepUp, stepUpWithPasskey } from '@vezne/contract/console/session';
import type { StepUpMethod } from '@vezne/contract/console/session';
import { createContext, useContext, useMemo, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { Button, TextButton } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { CODE_LENGTH, CodeField, PasswordField, UsernameForManagers } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Line, Stack } from '../../../shared/ui/page.tsx';
import { useProblemFocus } from '../../../shared/ui/use-problem-focus.ts';
import { askForPasskey } from './passkeys.ts';
import { SESSION_KEY } from './session.ts';
import type { Session } from './session.ts';
import { useProblemText } from './use-problem.ts';

/** The person closed the dialog: nothing was done. */
export class StepUpCancelled extends Error {}

type RunStepUp = <T>(what: string, act: () => Promise<T>) => Promise<T>;
const StepUpContext = createContext<RunStepUp | null>(null);

/**
 * Does what may need the person to prove that it is them. If the server asks for that, a dialog asks the person, with `what` in words:
 * the act and its object, "Remove the passkey “iPhone”". Then it is done.
 */
export function useStepUp(): RunStepUp {
  const run = useContext(StepUpContext);
  if (run === null) throw new Error('There is no StepUpProvider above.');
  return run;
}

interface Asked {
  what: string;
  handle: string;
  methods: readonly StepUpMethod[];
  settle: (isProved: boolean) => void;
}

export function StepUpProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = useMemo<RunStepUp>(() => {
    const ask = async (what: string): Promise<boolean> => {
      const session = client.getQueryData<Session>(SESSION_KEY);
      if (session?.state !== 'signed_in') return false;
      const { person, stepUpMethods: methods } = session;
      return await new Promise((settle) => setAsked({ what, handle: person.handle, methods, settle }));
    };
    return async (what, act) => {
      try {
        return await act();
      } catch (error) {
        if (codeOf(error) !== 'step_up_required') throw error;
      }
      if (!(await ask(what))) throw new StepUpCancelled('Nothing was done.');
      return await act();
    };
  }, [client]);
  const close = (isProved: boolean): void => {
    asked?.settle(isProved);
    setAsked(null);
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  };
  return (
    <StepUpContext value={run}>
      {children}
      {asked !== null && (
        <StepUpDialog {...asked} onProved={() => close(true)} onClose={() => close(false)} />
      )}
    </StepUpContext>
  );
}

function StepUpDialog({
  what,
  handle,
  methods,
  onProved,
  onClose,
}: Omit<Asked, 'settle'> & { onProved: () => void; onClose: () => void }) {
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
      <p>{t('step_up.text')}</p>
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
                <UsernameForManagers handle={handle} />
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
