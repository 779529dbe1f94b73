/** When somebody wants the demo to end. */
export interface End {
  /** Resolves then. */
  wanted: Promise<void>;
  isWanted: () => boolean;
}

/** Ctrl-C; a shell, a supervisor or npm that ends; a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Often enough that nobody waits for it, and nothing to the machine. */
const LOOK_EVERY_MS = 250;

/** From now on no signal kills this process half-way: PostgreSQL and the surfaces would be left behind. */
export function awaitEnd(): End {
  let isWanted = false;
  const wanted = new Promise<void>((resolve) => {
    const end = (): void => {
      isWanted = true;
      resolve();
    };
    // Each time, not once: npm passes on what the terminal has sent to all of us already.
    for (const signal of SIGNALS) process.on(signal, end);
    // A parent that started this with a channel, such as its test, is gone.
    process.once('disconnect', end);
    if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(end);
  });
  // Where the terminal is gone, there is nobody to tell, and that must not stop the stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return { wanted, isWanted: () => isWanted };
}

/** npm passes SIGINT and SIGTERM on, and nothing else. If it is hung up or killed, only its absence tells. */
function whenParentEnds(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, LOOK_EVERY_MS);
  timer.unref();
}
