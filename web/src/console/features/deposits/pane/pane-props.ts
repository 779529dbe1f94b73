import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import type { Decisions } from '../../desk/decisions.ts';
import type { PaneWalk } from '../../desk/pane-head.tsx';

/** Why the last decision about it was not made. */
export interface Problem {
  text: string;
  isReferenceUsed: boolean;
}

export interface PaneProps extends PaneWalk {
  id: string;
  /** Its row, if the list has it: enough for the head until the rest is there. */
  row: WaitingDeposit | undefined;
  /** Whether the mark of the list is on it. A key that decides must not reach another deposit than the marked one. */
  isMarked: boolean;
  onOpenMarked: () => void;
  decisions: Decisions;
  isDecided: (id: string) => boolean;
  /** Somebody else opened it a moment before. */
  onTaken: () => void;
  problem: Problem | undefined;
  onProblem: (problem: Problem | undefined) => void;
}
