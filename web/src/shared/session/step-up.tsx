import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { codeOf } from '../api/api-error.ts';
import { loginOf } from './any-session.ts';
import { SESSION_KEY } from './session.ts';
import type { Session } from './any-session.ts';
import type { Asked as AskedInDialog, StepUpDialog } from './step-up-dialog.tsx';

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

interface Asked extends AskedInDialog {
  /** Loaded when it is needed for the first time: most pages never ask. */
  AskingDialog: typeof StepUpDialog;
  settle: (isProved: boolean) => void;
}

export function StepUpProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = useMemo<RunStepUp>(() => {
    const ask = async (what: string): Promise<boolean> => {
      const session = client.getQueryData<Session>(SESSION_KEY);
      if (session?.state !== 'signed_in') return false;
      const { stepUpMethods: methods } = session;
      const { StepUpDialog: AskingDialog } = await import('./step-up-dialog.tsx');
      return await new Promise((settle) =>
        setAsked({ what, login: loginOf(session), methods, AskingDialog, settle }),
      );
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
        <asked.AskingDialog
          what={asked.what}
          login={asked.login}
          methods={asked.methods}
          onProved={() => close(true)}
          onClose={() => close(false)}
        />
      )}
    </StepUpContext>
  );
}
