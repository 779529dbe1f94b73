import { approveDepositsInBulk } from '@vezne/contract/console/deposit-decisions';
import type { BulkLine } from '@vezne/contract/console/deposit-decisions';
import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import { useRef, useState } from 'react';
import { apiLines } from '../../../../shared/api/api-lines.ts';
import { StepUpCancelled, useStepUp } from '../../../../shared/session/step-up.tsx';
import { isOutcomeUnknown } from '../../desk/outcome.ts';

export interface BulkLeft {
  row: WaitingDeposit;
  /** Why it was not approved; null: nobody knows whether it was. */
  refusal: { code: string; claimedBy?: string } | null;
}

export interface BulkResult {
  at: Date;
  total: number;
  made: number;
  /** The whole of it waits for a second person. */
  isAsked: boolean;
  left: readonly BulkLeft[];
}

export interface Bulk {
  isBusy: boolean;
  /** How many have an answer, while it runs. */
  answered: number;
  last: BulkResult | null;
  /** Approves them as asked. The answer says what became of each; an error says that nothing was begun. */
  approve: (rows: readonly WaitingDeposit[], what: string) => Promise<BulkResult | 'cancelled'>;
}

const MAX_TRIES = 5;
const WAIT_MS = 2_000;

/** Whether a row may be approved together with others: everything about it is as usual, and nobody else has it. */
export function mayBeInBulk(row: WaitingDeposit, isGone: boolean): boolean {
  return (
    !isGone &&
    row.warnings.length === 0 &&
    !row.takesTwo &&
    !row.hasOpenRequest &&
    (row.claim === null || row.claim.isMine)
  );
}

export function useBulk(): Bulk {
  const stepUp = useStepUp();
  const [isBusy, setIsBusy] = useState(false);
  const [answered, setAnswered] = useState(0);
  const [last, setLast] = useState<BulkResult | null>(null);
  const isRunning = useRef(false);
  const approve: Bulk['approve'] = async (rows, what) => {
    if (isRunning.current) return 'cancelled';
    isRunning.current = true;
    setIsBusy(true);
    setAnswered(0);
    // One id a row through every try: what was made once is made once.
    const deposits = rows.map(({ id, seen }) => ({ id, seen, decisionId: crypto.randomUUID() }));
    const lines = new Map<string, BulkLine>();
    const whole = { isAsked: false };
    const send = async (): Promise<void> =>
      await apiLines(
        approveDepositsInBulk,
        { body: { deposits: deposits.filter(({ id }) => !lines.has(id)) } },
        (line) => {
          if (line.outcome === 'asked') whole.isAsked = true;
          // One whose outcome the server does not know is asked for again.
          else if (line.outcome !== 'unknown') lines.set(line.id, line);
          setAnswered(lines.size);
        },
      );
    try {
      for (let tries = 1; tries <= MAX_TRIES && !whole.isAsked && lines.size < rows.length; tries += 1) {
        try {
          if (tries > 1) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
          await stepUp(what, send);
        } catch (error) {
          if (error instanceof StepUpCancelled && lines.size === 0) return 'cancelled';
          if (!isOutcomeUnknown(error)) throw error;
        }
      }
      const result: BulkResult = {
        at: new Date(),
        total: rows.length,
        made: [...lines.values()].filter(({ outcome }) => outcome === 'made').length,
        isAsked: whole.isAsked,
        left: whole.isAsked
          ? []
          : rows.map((row) => leftOf(row, lines.get(row.id))).filter((left) => left !== null),
      };
      setLast(result);
      return result;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, answered, last, approve };
}

function leftOf(row: WaitingDeposit, line: BulkLine | undefined): BulkLeft | null {
  if (line === undefined) return { row, refusal: null };
  if (line.outcome !== 'refused') return null;
  const { refusal: code, claimedBy } = line;
  return { row, refusal: { code, ...(claimedBy === undefined ? {} : { claimedBy }) } };
}
