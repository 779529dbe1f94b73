/** Waits for the next turn. */
export type Turns = () => Promise<void>;

/**
 * Lets work go on in small steps, one in each turn and no two turns closer than `gapMs`. So all such work together takes a bounded share
 * of the process, however much of it there is.
 */
export function createTurns(gapMs: number): Turns {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  const next = (): void => {
    const begin = waiting.shift();
    isRunning = begin !== undefined;
    if (!begin) return;
    begin();
    setTimeout(next, gapMs);
  };
  return async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (isRunning) return;
      isRunning = true;
      setImmediate(next);
    });
  };
}
