/** Work that waits for its turn, with a bound on how much may wait. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Too much is waiting; nothing of the work was begun. */
export class TooManyWaitingError extends Error {
  override name = 'TooManyWaitingError';
}

export function createConcurrencyLimit({
  width,
  maxWaiting,
}: {
  width: number;
  maxWaiting: number;
}): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= width) {
        if (waiting.length >= maxWaiting) throw new TooManyWaitingError(`${maxWaiting} are waiting already.`);
        // Whoever ends hands its place over: it is not given up in between.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
