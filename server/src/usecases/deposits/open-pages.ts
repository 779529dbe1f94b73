import type { Clock } from '../../clock.ts';
import type { HostedDeposit, Thoroughness } from '../../db/read/transactions/hosted-deposits.ts';

/** The deposits of open pages, in memory, so that any number of pages ask the database only a few times a second. */
export interface Glance {
  /** The same object for as long as nothing of it changed. Its `secondsLeft` is as old as it is. */
  deposit: HostedDeposit;
  secondsLeft: number;
}

export interface OpenPages {
  /** The deposit as it was a moment ago; undefined if it has to be read. It is kept fresh from now on, while pages ask for it. */
  recall(id: string): Glance | undefined;
  /** A page will ask for this deposit again. */
  remember(id: string, deposit: HostedDeposit, readAtMs: number): void;
  /** Somebody read this deposit. If pages ask for it, they learn of it too. */
  see(id: string, deposit: HostedDeposit, readAtMs: number): void;
  stop(): Promise<void>;
}

/** Those of the given deposits that are no longer as they were read. */
export type FindChanged = (
  known: readonly HostedDeposit[],
  thoroughness: Thoroughness,
) => Promise<HostedDeposit[]>;

/** Together with the wait between two questions of a page, this keeps a decision below two seconds. */
const LOOK_EVERY_MS = 400;
/** If the database did not answer for this long, a page is told nothing rather than something old. */
const MAX_AGE_MS = 2_000;
/** A page asks every few seconds. A page that did not is closed, or in a pocket. */
const FORGOTTEN_AFTER_MS = 15_000;
/** Some 20 MB. Pages beyond are read one by one, as if there were no memory. */
const MOST_PAGES = 10_000;
/**
 * A statement with this many takes some milliseconds, and partners don't wait for it. Receipts, late money and what else hangs on a deposit
 * are much dearer to look at than the deposit, and no player waits for them by the second: so each time only this many are looked at
 * as a whole, taking turns.
 */
const LOOKED_AT_TOGETHER = 500;

interface Remembered {
  deposit: HostedDeposit;
  /** When the statement was sent that read it. */
  readAtMs: number;
  /** When the last statement was sent that found it unchanged. */
  checkedAtMs: number;
  askedAtMs: number;
}

export function createOpenPages({
  clock,
  findChanged,
  onFailure,
  mostPages = MOST_PAGES,
}: {
  clock: Clock;
  findChanged: FindChanged;
  onFailure: (error: unknown) => void;
  mostPages?: number;
}): OpenPages {
  const pages = new Map<string, Remembered>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let isFailing = false;
  let looks = 0;

  async function lookAt(known: readonly Remembered[], thoroughness: Thoroughness): Promise<void> {
    const sentAtMs = clock.monotonicMs();
    const changed = await findChanged(
      known.map(({ deposit }) => deposit),
      thoroughness,
    );
    for (const page of known) page.checkedAtMs = Math.max(page.checkedAtMs, sentAtMs);
    for (const deposit of changed) replace(deposit.id, deposit, sentAtMs);
  }

  async function look(): Promise<void> {
    const nowMs = clock.monotonicMs();
    for (const [id, { askedAtMs }] of pages) if (nowMs - askedAtMs > FORGOTTEN_AFTER_MS) pages.delete(id);
    const known = [...pages.values()];
    const parts = Math.ceil(known.length / LOOKED_AT_TOGETHER);
    looks += 1;
    try {
      for (let part = 0; part < parts; part++)
        await lookAt(
          known.slice(part * LOOKED_AT_TOGETHER, (part + 1) * LOOKED_AT_TOGETHER),
          part === looks % parts ? 'whole' : 'quick',
        );
      isFailing = false;
    } catch (error) {
      // Once, not several times a second for as long as the database is away.
      if (!isFailing) onFailure(error);
      isFailing = true;
    }
  }

  /** A slow database is asked again only when it has answered. Without open pages nothing is asked. */
  function lookLater(): void {
    if (isStopped || timer !== undefined || pages.size === 0) return;
    timer = setTimeout(() => {
      looking = look().finally(() => {
        timer = undefined;
        lookLater();
      });
    }, LOOK_EVERY_MS).unref();
  }

  /** Of two reads the one that was sent later is the newer. */
  function replace(id: string, deposit: HostedDeposit, readAtMs: number): void {
    const page = pages.get(id);
    if (!page || page.readAtMs > readAtMs) return;
    Object.assign(page, { deposit, readAtMs, checkedAtMs: Math.max(page.checkedAtMs, readAtMs) });
  }

  return {
    recall(id) {
      const page = pages.get(id);
      const nowMs = clock.monotonicMs();
      if (!page || nowMs - page.checkedAtMs > MAX_AGE_MS) return undefined;
      page.askedAtMs = nowMs;
      const passedSeconds = Math.round((nowMs - page.readAtMs) / 1_000);
      return { deposit: page.deposit, secondsLeft: page.deposit.secondsLeft - passedSeconds };
    },
    remember(id, deposit, readAtMs) {
      if (pages.has(id)) replace(id, deposit, readAtMs);
      else if (pages.size < mostPages && !isStopped)
        pages.set(id, { deposit, readAtMs, checkedAtMs: readAtMs, askedAtMs: readAtMs });
      lookLater();
    },
    see: replace,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      pages.clear();
      await looking;
    },
  };
}
