/** Wakes a waiting loop. A wake-up that comes while the loop is working is not lost. */
export interface WakeSignal {
  wake(): void;
  /** Forgets earlier wake-ups. Call it right before looking for work. */
  reset(): void;
  /** Resolves at the next wake-up (at once if one came since the reset), or after the given time. */
  woken(withinMs: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isAwake = false;
  let resolveWait: (() => void) | undefined;
  return {
    wake() {
      isAwake = true;
      resolveWait?.();
    },
    reset() {
      isAwake = false;
    },
    async woken(withinMs) {
      if (isAwake) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        resolveWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      resolveWait = undefined;
    },
  };
}
