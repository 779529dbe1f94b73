/** `--busy`: the desk goes on while somebody looks. Players come, a colleague decides, payouts go out, all at a human pace. */
import { atDesk } from '../morning/desk.ts';
import type { MorningPartner } from '../morning/partners.ts';
import { playNext } from './players.ts';
import { payNext } from './cashier.ts';
import { decideNext } from './colleague.ts';
import { createConsoleOperator } from './console-operator.ts';
import { atHumanPace } from './pace.ts';

const PLAYER_EVERY_MS = 3_000;
const DECISION_EVERY_MS = 4_000;
const PAYOUT_STEP_EVERY_MS = 5_000;
/** Above the players of the morning. */
const FIRST_PLAYER = 400;

export interface BusyOptions {
  env: Record<string, string>;
  consoleUrl: string;
  partners: readonly MorningPartner[];
  colleague: { handle: string; password: string };
  /** Of a person's pauses; a test is in a hurry. */
  share?: number;
  /** What goes wrong is told, and the day goes on. */
  say: (problem: string) => void;
}

/** Until the returned function is called, which waits for what is under way. */
export function startBusy({
  env,
  consoleUrl,
  partners,
  colleague,
  share = 1,
  say,
}: BusyOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const again = async (pauseMs: number, act: (turn: number) => Promise<unknown>): Promise<void> =>
    await atHumanPace({ pauseMs: pauseMs * share, signal }, async (turn) => {
      await act(turn).catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
    });
  const running = atDesk(env, async (desk) => {
    const operator = createConsoleOperator(consoleUrl, colleague);
    const playing = new Set<Promise<void>>();
    await Promise.all([
      again(PLAYER_EVERY_MS, async (turn) => {
        const partner = partners[turn % partners.length];
        if (partner === undefined) return;
        // Players don't wait for each other.
        const one = playNext(desk, { partner, number: FIRST_PLAYER + turn, share, signal })
          .catch((error: unknown) => say(String(error)))
          .finally(() => playing.delete(one));
        playing.add(one);
      }),
      again(DECISION_EVERY_MS, async (turn) => await decideNext(operator, { turn, share, signal })),
      again(PAYOUT_STEP_EVERY_MS, async () => await payNext(desk)),
    ]);
    await Promise.all(playing);
  }).catch((error: unknown) => say(String(error)));
  return async () => {
    stopping.abort();
    await running;
  };
}
