import type pg from 'pg';
import type { Logger } from 'pino';
import { chooseDepositAccount } from '@vezne/domain/deposit-account';
import type { DepositAccountCandidate } from '@vezne/domain/deposit-account';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { Clock } from '../../clock.ts';
import { addAssignedAmounts } from '../../db/write/bank-accounts/bank-account-days.ts';
import type { ConfigurationView } from '../configuration/model.ts';

/** Spreads deposits over the bank accounts, by how far each is used today: what is open on it and what arrived. */
export interface AccountAssignments {
  choose(view: ConfigurationView, deposit: { currency: string; amountCents: Cents }): string | undefined;
  /** The accounts that a returning player may be shown again, by the newest figures. */
  withRoom: () => string[];
  record(bankAccountId: string, amountCents: Cents): void;
  start(): void;
  stop(): Promise<void>;
}

/** The figures take another half second to be read, so other processes see them within the promised second. */
const FLUSH_EVERY_MS = 500;

/** A view is used within two seconds of being read, and a request uses it for hardly longer. Ten seconds is ample. */
const OLDEST_VIEW_MS = 10_000;

interface Tally {
  cents: bigint;
  count: bigint;
}
type Tallies = Map<string, Tally>;

export function createAccountAssignments({
  pool,
  clock,
  log,
  latestView,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  latestView: () => ConfigurationView | undefined;
}): AccountAssignments {
  /** Assigned by this process and not yet written. A crash loses them, which is acceptable for a soft cap. */
  let unwritten: Tallies = new Map();
  /** Being written, or already written. A view requested after the write includes them. */
  let handedOver: { tallies: Tallies; writtenAtMs: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function candidates({ configuration, pulse, askedAtMs }: ConfigurationView): DepositAccountCandidate[] {
    const unseen = handedOver
      .filter(({ writtenAtMs }) => writtenAtMs >= askedAtMs)
      .map(({ tallies }) => tallies);
    unseen.push(unwritten);
    return configuration.depositAccounts.map((account) => {
      const seenCents: bigint = pulse.usedToday.get(account.id) ?? 0n;
      const usedTodayCents = unseen.reduce(
        (sum, tallies) => sum + (tallies.get(account.id)?.cents ?? 0n),
        seenCents,
      );
      return { ...account, usedTodayCents: cents(usedTodayCents) };
    });
  }

  async function flush(): Promise<void> {
    if (unwritten.size === 0) return;
    const batch = { tallies: unwritten, writtenAtMs: Infinity };
    unwritten = new Map();
    const oldestViewMs = clock.monotonicMs() - OLDEST_VIEW_MS;
    handedOver = [...handedOver.filter(({ writtenAtMs }) => writtenAtMs >= oldestViewMs), batch];
    try {
      await addAssignedAmounts(
        pool,
        [...batch.tallies].map(([bankAccountId, tally]) => ({
          bankAccountId,
          cents: cents(tally.cents),
          count: tally.count,
        })),
      );
      batch.writtenAtMs = clock.monotonicMs();
    } catch (error) {
      handedOver = handedOver.filter((other) => other !== batch);
      for (const [bankAccountId, tally] of batch.tallies) addTo(unwritten, bankAccountId, tally);
      log.warn({ err: error }, 'failed to write the amounts assigned to bank accounts; trying again');
    }
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      flushing = flush().finally(() => {
        if (timer) scheduleNext();
      });
    }, FLUSH_EVERY_MS);
    timer.unref();
  }

  return {
    choose: (view, deposit) => chooseDepositAccount(candidates(view), deposit),
    withRoom() {
      const view = latestView();
      if (!view) return [];
      return candidates(view)
        .filter(
          ({ dailyCapCents, usedTodayCents }) => dailyCapCents === null || usedTodayCents < dailyCapCents,
        )
        .map(({ id }) => id);
    },
    record(bankAccountId, amountCents) {
      addTo(unwritten, bankAccountId, { cents: amountCents, count: 1n });
    },
    start: scheduleNext,
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await flushing;
      await flush();
    },
  };
}

function addTo(tallies: Tallies, bankAccountId: string, added: Tally): void {
  const before = tallies.get(bankAccountId) ?? { cents: 0n, count: 0n };
  tallies.set(bankAccountId, { cents: before.cents + added.cents, count: before.count + added.count });
}
