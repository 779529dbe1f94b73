/** Runs a read once for everybody who asks for the same while it has not begun. */
export type Share<Result> = (key: string, read: () => Promise<Result>) => Promise<Result>;

/**
 * Whoever asks while the same read runs waits for the next one and shares it: a read that began earlier might miss what was
 * committed, and told to the asker, in between.
 */
export function createShare<Result>(): Share<Result> {
  const underWay = new Map<string, { ended: Promise<void>; next: Promise<Result> | undefined }>();

  async function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const result = read();
    const forget = (): void => void underWay.delete(key);
    underWay.set(key, { ended: result.then(forget, forget), next: undefined });
    return await result;
  }

  return async (key, read) => {
    const running = underWay.get(key);
    if (!running) return await begin(key, read);
    running.next ??= running.ended.then(async () => await begin(key, read));
    return await running.next;
  };
}
