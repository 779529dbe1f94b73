/** Bounds how often a page reads what has changed: thirty operators in one office share a network's limit of requests. */
export interface Pace {
  /** Runs at once, or as soon as the pace allows. Asked for often, it runs once. */
  ask(): void;
  stop(): void;
}

/** The page as far as it matters here. */
export interface Seen {
  isHidden(): boolean;
  onShown(hear: () => void): () => void;
}

/** One run after the other, at most one in so many milliseconds, and none while nobody sees the page. */
export function createPace(run: () => Promise<void>, everyMs: number, page: Seen): Pace {
  let isAsked = false;
  let isResting = false;
  let isStopped = false;
  const go = async (): Promise<void> => {
    if (!isAsked || isResting || isStopped || page.isHidden()) return;
    isAsked = false;
    isResting = true;
    const rest = new Promise((resolve) => setTimeout(resolve, everyMs));
    try {
      await run();
    } catch {
      // A line that is lost says so elsewhere, and on its return everything is read again.
    }
    await rest;
    isResting = false;
    await go();
  };
  const forget = page.onShown(() => void go());
  return {
    ask() {
      isAsked = true;
      void go();
    },
    stop() {
      isStopped = true;
      forget();
    },
  };
}
