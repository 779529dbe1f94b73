import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { createBatcher, settleEach } from '../../concurrency/batcher.ts';
import { LockHeldError, NotSentError, OutcomeUnknownError, isLockTimeout } from '../../db/errors.ts';
import { findByReferences, findSettledByReferences } from '../../db/read/transactions/transactions.ts';
import type { ReferenceKey, StoredCreation } from '../../db/read/transactions/transactions.ts';
import { withTimeout } from '../../concurrency/timeout.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { processCounts } from '../../metrics/process-counts.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { insertTransactions, isReferenceCodeTaken } from '../../db/write/transactions/transactions.ts';
import type { InsertedRow, NewTransaction } from '../../db/write/transactions/transactions.ts';
import { withFreeCodes } from './free-codes.ts';

/** Inserts and finds transactions for all requests of this process together, with one statement per batch. */
export interface Creations {
  /**
   * Says that a create of this reference is being prepared. Look-ups of the reference wait until the returned function is called:
   * when the row is handed to insert, or when there will be none. A request must call it before it looks up its own reference.
   */
  announce(key: ReferenceKey): () => void;
  /** By when a row has to be made: after a refusal there must be time to look its reference up. */
  madeByMs(deadlineMs: number): number;
  insert(creation: PendingCreation): Promise<InsertResult>;
  /** The transaction that holds a reference, read from the primary. Throws OutcomeUnknownError if this can't be known. */
  find(key: ReferenceKey, deadlineMs: number): Promise<StoredCreation | undefined>;
  readonly isOverloaded: boolean;
  idle(): Promise<void>;
}

/**
 * More than the number that arrives while a batch is written, at any load that one process can take. One bad row makes the
 * batch run again in halves.
 */
const MAX_BATCH = 256;
/** A batch takes single-digit milliseconds. After this long, the connection is probably lost, not slow. */
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * How long a create tries while somebody keeps a lock that it needs. Look-ups of ours hold one for a moment, other inserts until they
 * are committed; a session of another role could keep it. Then nothing is created, and the partner hears it in time.
 */
const LOCK_HELD_MS = 2_000;
const BUSY_PAUSE_MS = 50;
/**
 * A create that would wait longer for its batch is refused: partners would rather hear "not now" than wait. Together with its batch and
 * the way in and out, it then stays below two seconds also where the processor is the bottleneck and every turn of the event loop is long.
 */
const MAX_WAIT_MS = 500;
/** A look-up takes milliseconds, and a new connection some more. */
const LOOK_UP_MS = 1_000;
/**
 * Every refusal needs a look-up, so their line is long however short that of the creates is: when it is full, requests end unanswered. A
 * batch of look-ups takes a few milliseconds.
 */
const MAX_LOOK_UPS = 4_096;

export function createCreations(dependencies: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  retry: RetryUntilSettled;
  maxQueued: number;
  maxLookUps?: number;
  boundMs: number;
  accountsWithRoom: () => readonly string[];
  renewCodes: RenewCodes;
}): Creations {
  const { pool, clock, retry, maxQueued, maxLookUps = MAX_LOOK_UPS, boundMs } = dependencies;
  const timeoutMs = Math.min(STATEMENT_TIMEOUT_MS, boundMs);
  const { batches, createSeconds } = processCounts;
  const underWay = new Map<string, Set<Promise<PromiseSettledResult<InsertResult>>>>();
  const announced = new Map<string, Set<Promise<void>>>();
  const inserts = createBatcher({
    run: createInsertBatch({ ...dependencies, timeoutMs }),
    maxBatch: MAX_BATCH,
    meter: batches.create,
  });
  // Two lines: a repeat, whose transaction is there, doesn't wait for the absences of others to be certain.
  const finds = createBatcher({ run: orUnknown(find), maxBatch: MAX_BATCH, meter: batches.find });
  const absences = createBatcher({
    run: orUnknown(findSettled),
    maxBatch: MAX_BATCH,
    meter: batches.find_absent,
  });

  type LookUp = (keys: ReferenceKey[]) => Promise<(StoredCreation | undefined)[]>;

  function orUnknown(lookUpAll: LookUp): LookUp {
    return async (keys) => {
      try {
        return await retry.run(async () => await lookUpAll(keys));
      } catch (error) {
        // Even our own bug must not be read as "not there".
        if (error instanceof OutcomeUnknownError) throw error;
        throw new OutcomeUnknownError('A reference could not be looked up.', { cause: error });
      }
    };
  }

  const leftMs = (deadlineMs: number): number => Math.max(0, deadlineMs - clock.monotonicMs());

  async function find(keys: ReferenceKey[]): Promise<(StoredCreation | undefined)[]> {
    return await findByReferences(pool, keys, { timeoutMs });
  }

  /** Says "not there" only when no process has unfinished work on these references. */
  async function findSettled(keys: ReferenceKey[]): Promise<(StoredCreation | undefined)[]> {
    return await findSettledByReferences(pool, keys, { timeoutMs });
  }

  /** A reference that is busy holds up no other: only its own creates come again. */
  async function submitUntilFree(creation: PendingCreation): Promise<PromiseSettledResult<InsertResult>> {
    const endMs = performance.now() + LOCK_HELD_MS;
    for (;;) {
      const result = await inserts.submit(creation);
      const isBusy = result.status === 'fulfilled' && result.value.outcome === 'busy';
      if (!isBusy || performance.now() + BUSY_PAUSE_MS > endMs) return result;
      await sleep(BUSY_PAUSE_MS);
    }
  }

  async function lookUp(key: ReferenceKey): Promise<StoredCreation | undefined> {
    // A refused request must not say "not there" while another request with the same reference prepares or writes the row.
    const reference = referenceText(key);
    // A copy: a stream of further twins must not keep this one waiting.
    const twins = Array.from(announced.get(reference) ?? []);
    for (const prepared of twins) await prepared;
    for (const submitted of Array.from(underWay.get(reference) ?? [])) await submitted;
    // Under overload, refusals need a look-up first. When the look-ups pile up too, giving no answer is the only safe
    // choice.
    if (finds.queued + absences.queued >= maxLookUps)
      throw new OutcomeUnknownError('Too many look-ups are waiting.');
    return (await finds.submit(key)) ?? (await absences.submit(key));
  }

  return {
    announce(key) {
      const reference = referenceText(key);
      const { promise, resolve } = Promise.withResolvers<void>();
      const sameReference = announced.get(reference) ?? new Set();
      announced.set(reference, sameReference.add(promise));
      return () => {
        sameReference.delete(promise);
        if (sameReference.size === 0 && announced.get(reference) === sameReference)
          announced.delete(reference);
        resolve();
      };
    },
    madeByMs: (deadlineMs) => deadlineMs - Math.min(LOOK_UP_MS, boundMs / 4),
    async insert(creation) {
      const startMs = performance.now();
      const reference = referenceText(creation.row);
      const submitted = submitUntilFree(creation);
      const sameReference = underWay.get(reference) ?? new Set();
      underWay.set(reference, sameReference.add(submitted));
      const forget = (): void => {
        sameReference.delete(submitted);
        if (sameReference.size === 0 && underWay.get(reference) === sameReference) underWay.delete(reference);
      };
      // Not when the request is released: its row may still be written after that.
      void submitted.then(forget, forget);
      const result = await withTimeout(leftMs(creation.deadlineMs), submitted, letGo);
      if (result.status === 'fulfilled') {
        if (result.value.outcome === 'created') createSeconds.observe((performance.now() - startMs) / 1_000);
        // A deposit waits for its player first.
        if (result.value.outcome === 'created' && creation.row.type === 'withdrawal')
          ringQueue(pool, [creation.row.id]);
        return result.value;
      }
      if (result.reason instanceof LockHeldError) return { outcome: 'busy' };
      throw result.reason;
    },
    find: async (key, deadlineMs) => await withTimeout(leftMs(deadlineMs), lookUp(key), letGo),
    get isOverloaded() {
      return inserts.queued >= maxQueued || inserts.expectedWaitMs > MAX_WAIT_MS;
    },
    async idle() {
      await inserts.idle();
      await finds.idle();
      await absences.idle();
    },
  };
}

/** A request waits only for its own time limit, however long its batch and the ones before it take. */
function letGo(): OutcomeUnknownError {
  return new OutcomeUnknownError('The outcome was not known in time.');
}

function referenceText({ partnerId, type, externalReference }: ReferenceKey): string {
  return `${partnerId} ${type} ${externalReference}`;
}

export interface PendingCreation {
  row: NewTransaction;
  /** True when the partner has hung up. It will never hear of this row, so the row is not written any more. */
  isAbandoned: () => boolean;
  /** How long the partner's connection is kept waiting. */
  deadlineMs: number;
}

export type InsertResult =
  /** With the code that was written. It is another than the row came with, if that was in use. */
  | { outcome: 'created'; bankAccountId: string | null; referenceCode: string | null }
  /** The reference is in use, by another request or by an earlier attempt to write this same row. */
  | { outcome: 'taken' }
  /** Not written by the last attempt, because the partner no longer waits for it. */
  | { outcome: 'abandoned' }
  /** Not written, because somebody holds a lock that it needs. */
  | { outcome: 'busy' }
  /** Not written by the last attempt, because no free code was found for it. An earlier one may have written it. */
  | { outcome: 'without_code'; mayBeWritten: boolean };

/** The same rows with other reference codes, because at least one code is in use. Refuses when there are none by then. */
export type RenewCodes = (
  rows: readonly NewTransaction[],
  collision: unknown,
  byMs: number,
) => Promise<NewTransaction[]>;

/** Writes a batch of creations in one statement, and returns the outcome of each. */
export function createInsertBatch({
  pool,
  clock,
  log,
  retry,
  timeoutMs,
  accountsWithRoom,
  renewCodes,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  retry: RetryUntilSettled;
  timeoutMs: number;
  accountsWithRoom: () => readonly string[];
  renewCodes: RenewCodes;
}): (creations: readonly PendingCreation[]) => Promise<PromiseSettledResult<InsertResult>[]> {
  const isWaitedFor = ({ isAbandoned, deadlineMs }: PendingCreation): boolean =>
    !isAbandoned() && clock.monotonicMs() < deadlineMs;

  async function insertAll(creations: readonly PendingCreation[]): Promise<InsertResult[]> {
    // A request that hangs up, or whose time is over, is left out of the next attempt: a retry elsewhere may have been told that there is no such
    // transaction. If an earlier attempt has written its row, that one stays, and the retry finds it.
    let waiting = creations.filter(isWaitedFor);
    let mayBeWritten = false;
    const lockHeldAtMs = performance.now() + LOCK_HELD_MS;
    // Each request is released at its own deadline. An early request must not end the attempts for a late one.
    const deadlineMs = Math.max(...waiting.map(({ deadlineMs }) => deadlineMs));
    /** By id, the rows whose codes were in use. An earlier attempt with the old code may have succeeded; then the reference is taken. */
    const renewed = new Map<string, NewTransaction>();
    const rowOf = ({ row }: PendingCreation): NewTransaction => renewed.get(row.id) ?? row;
    const leftOut = new Map<PendingCreation, InsertResult>();

    async function insertOnce(): Promise<Map<string, InsertedRow>> {
      // What stood still reads the database's answer first, and that a partner has hung up afterwards, in the same turn of the event loop.
      await nextTurn();
      waiting = waiting.filter(isWaitedFor);
      if (waiting.length === 0) return new Map();
      try {
        const inserted = await insertTransactions(pool, waiting.map(rowOf), {
          timeoutMs,
          accountsWithRoom: accountsWithRoom(),
        });
        if (mayBeWritten && [...inserted.values()].includes('busy')) throw new Error(EARLIER_ATTEMPT);
        return inserted;
      } catch (error) {
        if (isLockTimeout(error) && !mayBeWritten && performance.now() >= lockHeldAtMs) {
          throw new LockHeldError('Somebody holds a lock that these creates need.', { cause: error });
        }
        mayBeWritten ||= !(
          error instanceof NotSentError ||
          isLockTimeout(error) ||
          isReferenceCodeTaken(error)
        );
        throw error;
      }
    }

    const created = await withFreeCodes({
      insert: async () => await retry.run(insertOnce, deadlineMs),
      renew: async (collision) => {
        const rows = await renewCodes(waiting.map(rowOf), collision, deadlineMs);
        for (const row of rows) renewed.set(row.id, row);
      },
      isOver: () => clock.monotonicMs() >= deadlineMs,
      leaveOut: () => {
        for (const creation of waiting.filter(hasCode))
          leftOut.set(creation, { outcome: 'without_code', mayBeWritten });
        waiting = waiting.filter((creation) => !hasCode(creation));
      },
    });
    const written = new Set(waiting);
    return creations.map((creation) => {
      if (!written.has(creation)) return leftOut.get(creation) ?? { outcome: 'abandoned' };
      return resultOf(rowOf(creation), created.get(creation.row.id));
    });
  }

  return async (creations) =>
    await settleEach(creations, {
      run: insertAll,
      concernsAll: (error) => error instanceof OutcomeUnknownError || error instanceof LockHeldError,
      onSplit: (error) =>
        log.error(
          { err: error, rows: creations.length },
          'a batch of creates was refused; trying its halves',
        ),
    });
}

const EARLIER_ATTEMPT = 'A reference is locked, and an earlier attempt to write its row may have succeeded.';

function hasCode({ row }: PendingCreation): boolean {
  return row.referenceCode !== null;
}

function resultOf({ referenceCode }: NewTransaction, inserted: InsertedRow | undefined): InsertResult {
  if (inserted === undefined) return { outcome: 'taken' };
  return inserted === 'busy' ? { outcome: 'busy' } : { outcome: 'created', ...inserted, referenceCode };
}
