import { useState } from 'react';
import type { ReactNode } from 'react';
import { Confirm } from '../ui/confirm.tsx';
import { StepUpCancelled, useStepUp } from './step-up.tsx';
import { useProblemText } from './use-problem.ts';

/** A confirmation of something that needs the person to prove that it is them. */
export function ConfirmAct({
  question,
  consequence,
  act,
  what,
  onConfirm,
  onClose,
}: {
  question: string;
  consequence: ReactNode;
  act: string;
  /** The act and what it is done to, for the dialog that asks for the proof: the question is out of sight then. */
  what: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const withStepUp = useStepUp();
  const problemText = useProblemText();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await withStepUp(what, onConfirm);
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) setProblem(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Confirm
      question={question}
      consequence={consequence}
      act={act}
      isRisky
      isBusy={isBusy}
      problem={problem}
      isOpen
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
