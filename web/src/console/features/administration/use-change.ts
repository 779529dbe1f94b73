import { useQueryClient } from '@tanstack/react-query';
import type { ChangeAnswer } from '@vezne/contract/console/administration';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useToast } from '../../../shared/ui/toast.tsx';
import { isOutcomeUnknown } from '../desk/outcome.ts';
import { useReadAgain } from '../requests/use-requests.ts';
import { StepUpCancelled, useStepUp } from '../../../shared/session/step-up.tsx';
import { useChangeProblem } from './problem.ts';

/** One press that changes settings, or asks for that. */
interface ChangePress {
  /** What is done, in words: for the dialog that asks who one is. */
  what: string;
  /** What to say when it is done. */
  done: string;
  send: (press: { pressId: string }) => Promise<ChangeAnswer>;
}

/** A lost answer is asked for again: the same press asks once. */
const TRIES = 5;
const WAIT_MS = 2_000;

/** Sends a press until its outcome is known, says what became of it, and reads again what is shown. */
export function useChange({
  queryKey,
  onEnd,
}: {
  /** What is read again. */
  queryKey: readonly unknown[];
  /** It is done or asked for. */
  onEnd: () => void;
}): { press: (press: ChangePress) => Promise<void>; isBusy: boolean; problem: string | undefined } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const stepUp = useStepUp();
  const toast = useToast();
  const readRequestsAgain = useReadAgain();
  const problemText = useChangeProblem();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Of the press whose outcome nobody knows: whoever presses once more sends the same one. */
  const unknownId = useRef<string>(undefined);

  const tell = (answer: ChangeAnswer, done: string): void => {
    if (answer.outcome === 'done')
      return toast(answer.isChanged ? { text: done } : { text: t('administration.unchanged'), icon: 'info' });
    const open = (): void => void navigate(`/requests/${answer.requestId}`);
    toast({
      text: t('administration.asked'),
      icon: 'people',
      action: { label: t('administration.open_request'), run: open },
    });
  };
  const press = async ({ what, done, send }: ChangePress): Promise<void> => {
    const pressId = unknownId.current ?? crypto.randomUUID();
    setIsBusy(true);
    setProblem(undefined);
    try {
      const answer = await stepUp(what, async () => await untilKnown(async () => await send({ pressId })));
      unknownId.current = undefined;
      tell(answer, done);
      await Promise.all([client.invalidateQueries({ queryKey }), readRequestsAgain()]);
      onEnd();
    } catch (error) {
      if (error instanceof StepUpCancelled) return;
      unknownId.current = isOutcomeUnknown(error) ? pressId : undefined;
      setProblem(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { press, isBusy, problem };
}

async function untilKnown<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isOutcomeUnknown(error) || tries >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
