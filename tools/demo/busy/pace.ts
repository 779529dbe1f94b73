import { setTimeout as sleep } from 'node:timers/promises';

/** People are not clocks: some of their pauses are half as long, some one and a half times. Always in the same turn. */
const SHARES = [1, 0.6, 1.4, 0.8, 1.2, 0.5, 1.5];

/** Does something again and again, with a pause like a person's before each time, until it is stopped. */
export async function atHumanPace(
  { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
  act: (turn: number) => Promise<void>,
): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    await pause(pauseMs * (SHARES[turn % SHARES.length] ?? 1), signal);
    if (!signal.aborted) await act(turn);
  }
}

/** Ends early when it is stopped. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
