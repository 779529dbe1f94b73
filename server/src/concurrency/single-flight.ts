import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a read once for everybody who asks for the same while it has not begun. */
export type SingleFlight<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Whoever asks while the same read runs waits for the next one and shares it: a read that began earlier might miss what was
 * committed, and told to the asker, in between. Nobody waits for others at low load: a lone read begins at once.
 */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const underWay = new Map<string, { ended: Promise<void>; next: Promise<Result> | undefined }>();

  async function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const result = read();
    const end = async (): Promise<void> => {
      // Two turns of the event loop: in the first the answers leave, in the second those who ask again arrive, and share
      // the next read with those who wait. Without them every read was made twice, for two halves that took turns.
      await nextTurn();
      await nextTurn();
      underWay.delete(key);
    };
    underWay.set(key, { ended: result.then(end, end), next: undefined });
    return await result;
  }

  return async (key, read) => {
    const running = underWay.get(key);
    if (!running) return await begin(key, read);
    running.next ??= running.ended.then(async () => await begin(key, read));
    return await running.next;
  };
}
