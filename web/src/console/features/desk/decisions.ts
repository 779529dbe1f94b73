import { useQueryClient } from '@tanstack/react-query';
import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { codeOf } from '../../../shared/api/api-error.ts';
import { SESSION_KEY } from '../../../shared/session/session.ts';
import { StepUpCancelled, useStepUp } from '../../../shared/session/step-up.tsx';
import { isOutcomeUnknown } from './outcome.ts';

/** One press of a button. It keeps its id through every try, so that it decides once. */
export interface Press {
  decisionId: string;
  transactionId: string;
  /** What people call it. */
  name: string;
  /** What is done, in words: for the dialog that asks who one is. */
  what: string;
  send: () => Promise<DecisionAnswer>;
  /** Whether the next one is opened when it was made. */
  goesOn: boolean;
  /** The transaction that was made by it, once it was: it is opened, and stands for the press from then on. */
  made?: () => string | undefined;
  /** What to say when it was made. */
  done: (answer: DecisionAnswer) => string;
}

export type PressResult = 'made' | 'unknown' | 'cancelled' | 'refused';

export interface Decisions {
  press: (press: Press) => Promise<PressResult>;
  /** Presses whose outcome nobody knows yet. They are asked again by themselves. */
  unknown: readonly Press[];
  askNow: () => void;
  isBusy: boolean;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** About ten minutes. After that only a person asks again. */
const MAX_TRIES = 40;
const SESSION_OVER = new Set(['session_ended', 'sign_in_required', 'enrolment_required']);

/**
 * Makes decisions. If no answer came, nobody knows whether it was made: the same press is sent again until there is an answer, and the
 * page says so meanwhile.
 */
export function useDecisions({
  onMade,
  onRefused,
}: {
  onMade: (press: Press, answer: DecisionAnswer) => void;
  onRefused: (press: Press, error: unknown) => void;
}): Decisions {
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [isBusy, setIsBusy] = useState(false);
  const [unknown, setUnknown] = useState<readonly Press[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const newest = useRef({ onMade, onRefused });
  useEffect(() => {
    newest.current = { onMade, onRefused };
  });
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);

  const { press, ask } = useMemo(() => {
    const settle = (press: Press): void => {
      clearTimeout(timers.current.get(press.decisionId));
      timers.current.delete(press.decisionId);
      setUnknown((all) => all.filter(({ decisionId }) => decisionId !== press.decisionId));
    };
    const trySend = async (press: Press, tries: number): Promise<PressResult> => {
      try {
        const answer = await stepUp(press.what, press.send);
        settle(press);
        newest.current.onMade(press, answer);
        return 'made';
      } catch (error) {
        if (error instanceof StepUpCancelled) return 'cancelled';
        if (isOutcomeUnknown(error)) {
          again(press, tries + 1);
          return 'unknown';
        }
        settle(press);
        if (SESSION_OVER.has(codeOf(error))) void client.invalidateQueries({ queryKey: SESSION_KEY });
        newest.current.onRefused(press, error);
        return 'refused';
      }
    };
    const again = (press: Press, tries: number): void => {
      setUnknown((all) => (all.includes(press) ? all : [...all, press]));
      if (tries > MAX_TRIES) return;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
      timers.current.set(
        press.decisionId,
        setTimeout(() => void trySend(press, tries), waitMs),
      );
    };
    return {
      ask: (press: Press): void => {
        clearTimeout(timers.current.get(press.decisionId));
        void trySend(press, 0);
      },
      press: async (press: Press): Promise<PressResult> => {
        setIsBusy(true);
        try {
          return await trySend(press, 0);
        } finally {
          setIsBusy(false);
        }
      },
    };
  }, [client, stepUp]);
  const askNow = useCallback(() => {
    for (const each of unknown) ask(each);
  }, [ask, unknown]);
  return { press, unknown, askNow, isBusy };
}
