import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { createGatherer } from '../../db/gather.ts';
import { OutcomeUnknownError } from '../../db/outcome.ts';
import { findByReferences } from '../../db/read/transactions.ts';
import type { ReferenceKey, StoredCreation } from '../../db/read/transactions.ts';
import { insertTransactions } from '../../db/write/transactions.ts';
import type { NewTransaction } from '../../db/write/transactions.ts';
import { createUntilKnown } from '../until-known.ts';

/** Inserts and finds transactions for all requests of this process together, each in one statement a batch. */
export interface Creations {
  insert(creation: PendingCreation): Promise<InsertResult>;
  /** The transaction that holds a reference, read where it is written. */
  find(key: ReferenceKey): Promise<StoredCreation | undefined>;
  readonly isOverloaded: boolean;
  idle(): Promise<void>;
}

export interface PendingCreation {
  row: NewTransaction;
  /** True once the partner has hung up: it will never hear of this row, so it isn't written any more. */
  isAbandoned: () => boolean;
}

export type InsertResult =
  | { outcome: 'created'; bankAccountId: string | null }
  /** The reference is in use, by another request or by an earlier try of this very row. */
  | { outcome: 'taken' }
  | { outcome: 'abandoned' };

/** More than arrives while a batch is written, at any load one process can take; and one bad row costs a batch a second run. */
const MAX_BATCH = 256;
/** A batch takes single-digit milliseconds; after this long the connection is more likely gone than slow. */
const STATEMENT_TIMEOUT_MS = 5_000;

export function createCreations(parts: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  maxQueued: number;
  boundMs: number;
  accountsWithRoom: () => readonly string[];
}): Creations {
  const { pool, clock, log, maxQueued, boundMs, accountsWithRoom } = parts;
  const timeoutMs = Math.min(STATEMENT_TIMEOUT_MS, boundMs);
  const untilKnown = createUntilKnown({ clock, log, boundMs });

  async function insertBatch(creations: PendingCreation[]): Promise<PromiseSettledResult<InsertResult>[]> {
    const live = creations.filter((creation) => !creation.isAbandoned());
    const results = new Map(await insertLive(live.map(({ row }) => row)));
    return creations.map(
      ({ row }) => results.get(row) ?? { status: 'fulfilled', value: { outcome: 'abandoned' } as const },
    );
  }

  async function insertLive(
    rows: NewTransaction[],
  ): Promise<[NewTransaction, PromiseSettledResult<InsertResult>][]> {
    if (rows.length === 0) return [];
    try {
      const created = await untilKnown(
        async () =>
          await insertTransactions(pool, rows, {
            timeoutMs,
            accountsWithRoom: accountsWithRoom(),
          }),
      );
      return rows.map((row) => {
        const bankAccountId = created.get(row.id);
        const value: InsertResult =
          bankAccountId === undefined ? { outcome: 'taken' } : { outcome: 'created', bankAccountId };
        return [row, { status: 'fulfilled', value }];
      });
    } catch (reason) {
      const [only, ...others] = rows;
      if (reason instanceof OutcomeUnknownError || only === undefined || others.length === 0) {
        return rows.map((row) => [row, { status: 'rejected', reason }]);
      }
      // One row that the database refuses must not take the rest of its batch with it.
      log.error(
        { err: reason, rows: rows.length },
        'a batch of creates was refused; trying its rows one by one',
      );
      const one = [];
      for (const row of rows) one.push(...(await insertLive([row])));
      return one;
    }
  }

  const inserts = createGatherer({ run: insertBatch, maxBatch: MAX_BATCH });
  const finds = createGatherer({
    run: async (keys: ReferenceKey[]) =>
      await untilKnown(async () => await findByReferences(pool, keys, { timeoutMs })),
    maxBatch: MAX_BATCH,
  });

  const underWay = new Map<string, Promise<PromiseSettledResult<InsertResult>>>();

  return {
    async insert(creation) {
      const reference = referenceText(creation.row);
      const submitted = inserts.submit(creation);
      underWay.set(reference, submitted);
      try {
        const result = await submitted;
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      } finally {
        if (underWay.get(reference) === submitted) underWay.delete(reference);
      }
    },
    async find(key) {
      // A refused request must not say "not there" of a row that its twin is about to write.
      await underWay.get(referenceText(key));
      // Refusals under overload are looked up first; when even the look-ups pile up, no answer is the only safe one.
      if (finds.queued >= maxQueued) throw new OutcomeUnknownError('Too many look-ups are waiting.');
      return await finds.submit(key);
    },
    get isOverloaded() {
      return inserts.queued >= maxQueued;
    },
    async idle() {
      await inserts.idle();
      await finds.idle();
    },
  };
}

function referenceText({ partnerId, type, externalReference }: ReferenceKey): string {
  return `${partnerId} ${type} ${externalReference}`;
}
