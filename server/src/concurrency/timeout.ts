/** The work did not end in time. Whether it has an effect is not known. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** Rejects when the work takes longer than it may. The work itself is not stopped: the caller drops its connection. */
export async function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  timeoutError = (): Error => new TimeoutError(`No answer came within ${timeoutMs} ms.`),
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
