/** Wakes a loop that waits. A ring that comes while nobody waits is not lost. */
export interface Bell {
  ring(): void;
  /** Forgets what rang before; whoever calls this is about to look. */
  hush(): void;
  /** Resolves at the next ring, at once if it rang since it was hushed, or after the time. */
  rung(withinMs: number): Promise<void>;
}

export function createBell(): Bell {
  let hasRung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      hasRung = true;
      answer?.();
    },
    hush() {
      hasRung = false;
    },
    async rung(withinMs) {
      if (hasRung) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        answer = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      answer = undefined;
    },
  };
}
