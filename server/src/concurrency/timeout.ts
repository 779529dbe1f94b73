import { DatabaseTimeoutError } from '../db/errors.ts';

/** Rejects when the work takes longer than it may. The work itself is not stopped: the caller drops its connection. */
export async function within<T>(
  timeoutMs: number,
  work: Promise<T>,
  timeoutError = (): Error => new DatabaseTimeoutError(`The database did not answer within ${timeoutMs} ms.`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeoutError()), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
