import type { Decisions } from '../../desk/decisions.ts';
import type { PaneWalk } from '../../desk/pane-head.tsx';
import type { PayoutRefusal } from '../decide/refusal-text.ts';
import type { PlacedPayout } from '../queue/payout-queue.ts';

/** Why the last press about it did nothing. */
export interface Problem {
  text: string;
  refusal: PayoutRefusal | null;
}

export interface PaneProps extends PaneWalk {
  id: string;
  /** Its row, if the list has it: enough for the head until the rest is there. */
  row: PlacedPayout | undefined;
  /** Whether the mark of the list is on it. A key that decides must not reach another payout than the marked one. */
  isMarked: boolean;
  onOpenMarked: () => void;
  decisions: Decisions;
  /** Whether this person ended it a moment ago: the way on takes the focus. */
  isEndedHere: boolean;
  problem: Problem | undefined;
  onProblem: (problem: Problem | undefined) => void;
  /** The one to open after it; null: none waits. */
  next: { name: string; open: () => void } | null;
}
