import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { createBatcher } from '../../concurrency/batcher.ts';
import {
  findChangedHostedDeposits,
  findHostedDeposits,
  findPressedDeposits,
} from '../../db/read/transactions/hosted-deposits.ts';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import { READ_TIMEOUT_MS } from '../list-reads.ts';
import { createOpenPages } from './open-pages.ts';
import type { Glance } from './open-pages.ts';

/** What pages show. */
export interface HostedDeposits {
  /** As it is now. */
  find(id: string): Promise<HostedDeposit | undefined>;
  /** The same for a press: what was pressed or decided before is confirmed. */
  findPressed(id: string): Promise<HostedDeposit | undefined>;
  /** As it was a moment ago, for a page that asks again and again whether it is outdated. */
  findRecent(id: string): Promise<HostedDeposit | undefined>;
  /** The same, if it need not be read. */
  glance(id: string): Glance | undefined;
  stop(): Promise<void>;
}

/** Pages that are opened at the same time share a statement, so all of them together hold only two connections. */
const MAX_BATCH = 64;
const MAX_IN_FLIGHT = 2;
/** As long as the commit of a press itself may take. */
const PRESS_TIMEOUT_MS = 5_000;

export function createHostedDeposits({
  pool,
  readPool,
  clock,
  log,
}: {
  /** Where presses wait for commits. Pages are read beside them. */
  pool: pg.Pool;
  readPool: pg.Pool;
  clock: Clock;
  log: Logger;
}): HostedDeposits {
  const options = { timeoutMs: READ_TIMEOUT_MS };
  const byId = createBatcher({
    run: async (ids: string[]) => await findHostedDeposits(readPool, ids, options),
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_IN_FLIGHT,
  });
  const presses = createBatcher({
    run: async (ids: string[]) => await findPressedDeposits(pool, ids, { timeoutMs: PRESS_TIMEOUT_MS }),
    maxBatch: MAX_BATCH,
  });
  const openPages = createOpenPages({
    clock,
    async findChanged(known, thoroughness) {
      const ids = await findChangedHostedDeposits(readPool, known, thoroughness, options);
      const changed = ids.length === 0 ? [] : await findHostedDeposits(readPool, ids, options);
      return changed.filter((deposit) => deposit !== undefined);
    },
    onFailure: (error) => log.warn({ err: error }, 'the deposits of open pages could not be read'),
  });

  async function read(id: string): Promise<HostedDeposit | undefined> {
    return await withTimeout(READ_TIMEOUT_MS, byId.submit(id));
  }

  async function seen(
    id: string,
    find: () => Promise<HostedDeposit | undefined>,
  ): Promise<HostedDeposit | undefined> {
    const readAtMs = clock.monotonicMs();
    const deposit = await find();
    if (deposit) openPages.see(id, deposit, readAtMs);
    return deposit;
  }

  return {
    find: async (id) => await seen(id, async () => await read(id)),
    findPressed: async (id) =>
      await seen(id, async () => await withTimeout(PRESS_TIMEOUT_MS, presses.submit(id))),
    async findRecent(id) {
      const recalled = openPages.recall(id);
      if (recalled) return { ...recalled.deposit, secondsLeft: recalled.secondsLeft };
      const readAtMs = clock.monotonicMs();
      const deposit = await read(id);
      if (deposit) openPages.remember(id, deposit, readAtMs);
      return deposit;
    },
    glance: (id) => openPages.recall(id),
    stop: async () => await openPages.stop(),
  };
}
