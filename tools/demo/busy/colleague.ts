/** A colleague who works on the same queue: opens, reads, decides. */
import { pause } from './pace.ts';
import type { ConsoleOperator, WaitingRow } from './console-operator.ts';

/** How long a person reads before deciding. The others see the name meanwhile. */
const READING_MS = 3_000;
/** The colleague leaves something to whoever looks. */
const LEAVE = 20;
/** One in so many has no money. */
const REJECT_EVERY = 6;

/** Decides the oldest that one person can decide without a second look. */
export async function decideNext(
  operator: ConsoleOperator,
  { turn, share, signal }: { turn: number; share: number; signal: AbortSignal },
): Promise<void> {
  const rows = await operator.look();
  const row = rows.length > LEAVE ? rows.find(isPlain) : undefined;
  if (row === undefined || !(await operator.open(row.id))) return;
  await pause(READING_MS * share, signal);
  if (signal.aborted) await operator.close(row.id);
  else if (turn % REJECT_EVERY === REJECT_EVERY - 1) await operator.reject(row);
  else await operator.approve(row);
}

function isPlain({ warnings, claim, heldUntil, hasOpenRequest, takesTwo }: WaitingRow): boolean {
  return warnings.length === 0 && claim === null && heldUntil === null && !hasOpenRequest && !takesTwo;
}
