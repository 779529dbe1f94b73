import { useState } from 'react';
import { StepUpCancelled, useStepUp } from '../../shared/session/step-up.tsx';
import { useProblemText } from '../../shared/session/use-problem.ts';

/** Does something that may need a proof, and keeps why it could not be done. `what` names the act in the dialog that asks for the proof. */
export function useAct(): {
  run: (what: string, act: () => Promise<void>) => Promise<void>;
  isBusy: boolean;
  problem: string | undefined;
} {
  const withStepUp = useStepUp();
  const problemText = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    async run(what, act) {
      setIsBusy(true);
      setProblem(undefined);
      try {
        await withStepUp(what, act);
      } catch (error) {
        if (!(error instanceof StepUpCancelled)) setProblem(problemText(error));
      } finally {
        setIsBusy(false);
      }
    },
    isBusy,
    problem,
  };
}
