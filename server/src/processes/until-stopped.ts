import type { Logger } from 'pino';

interface StoppableProcess {
  /** Its address, if it listens. */
  url?: string;
  stop: () => Promise<void>;
}

/** Stops a process cleanly on SIGTERM or SIGINT, or when the parent process with a channel to it is gone. */
export async function untilStopped(running: StoppableProcess, log: Logger): Promise<void> {
  process.send?.({ ready: running.url ?? true });
  const reason = await new Promise<string>((resolve) => {
    process.once('SIGTERM', () => resolve('SIGTERM'));
    process.once('SIGINT', () => resolve('SIGINT'));
    process.once('disconnect', () => resolve('the parent is gone'));
  });
  log.info({ reason }, 'stopping');
  await running.stop();
  if (process.connected) process.disconnect();
}
