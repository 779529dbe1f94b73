import type { Logger } from 'pino';

interface StoppableProcess {
  /** Its address, if it listens. */
  url?: string;
  /** Resolves with the reason when it can't go on. */
  unfit?: Promise<string>;
  stop: () => Promise<void>;
}

interface Ending {
  reason: string;
  exitCode: number;
}

/**
 * Stops a process cleanly on SIGTERM or SIGINT, or when the parent process with a channel to it is gone. One that can't go on ends
 * with exit code 1.
 */
export async function untilStopped(running: StoppableProcess, log: Logger): Promise<void> {
  const { reason, exitCode } = await new Promise<Ending>((resolve) => {
    const stopBecause = (cause: string): void => resolve({ reason: cause, exitCode: 0 });
    process.once('SIGTERM', () => stopBecause('SIGTERM'));
    process.once('SIGINT', () => stopBecause('SIGINT'));
    process.once('disconnect', () => stopBecause('the parent is gone'));
    void running.unfit?.then((problem) => resolve({ reason: problem, exitCode: 1 }));
    // Last: who hears it may stop the process at once, and before this a signal would kill it.
    process.send?.({ ready: running.url ?? true });
  });
  log.info({ reason }, 'stopping');
  await running.stop();
  if (exitCode > 0) process.exitCode = exitCode;
  if (process.connected) process.disconnect();
}
