import type { Databases } from './databases.ts';
import { OPERATION_NAMES, operationsOn } from './operations.ts';
import type { Operation, OperationName } from './operations.ts';
import { SessionReplacedError, measureSlice } from './slice.ts';
import type { Slice } from './slice.ts';
import { openSubject } from './subject.ts';
import type { Subject } from './subject.ts';

/** When a slice was measured. Reads hardly write, so only writes are measured twice. */
export type Moment = 'after a checkpoint' | 'late in its cycle' | 'any';

/** The slices of one operation at one moment: for each size one a round, in the order of the rounds. */
export interface Measured {
  operation: OperationName;
  moment: Moment;
  bySize: ReadonlyMap<number, readonly Slice[]>;
}

export interface RoundsOptions {
  sizes: readonly number[];
  rounds: number;
  only: ReadonlySet<OperationName>;
  /** The part of a usual slice that is done; 1 is all of it. */
  share: number;
  signal: AbortSignal;
  step: (text: string) => void;
}

const TRIES = 5;

/** A database with the operations on it that are asked for. */
export interface Seat {
  subject: Subject;
  operations: Operation[];
}

export async function openSeats(
  disposal: AsyncDisposableStack,
  databases: Databases,
  { sizes, only, step }: Pick<RoundsOptions, 'sizes' | 'only' | 'step'>,
): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const size of sizes) {
    step(`opening ${size.toLocaleString('en')}`);
    const subject = await openSubject(disposal, databases, size);
    const operations = (await operationsOn(subject)).filter(({ name }) => only.has(name));
    seats.push({ subject, operations });
  }
  return seats;
}

/**
 * An operation is measured with each size in turn. Which goes first changes from round to round, so a machine that slows down favours
 * none. The first round warms up.
 */
export async function runRounds(
  seats: readonly Seat[],
  { postgres, rounds, share, signal, step }: Omit<RoundsOptions, 'sizes' | 'only'> & { postgres: number },
): Promise<Measured[]> {
  const collected: Collected = new Map();
  for (let round = 0; round <= rounds; round++) {
    const turn = round % seats.length;
    const inTurn = [...seats.slice(turn), ...seats.slice(0, turn)];
    for (const name of OPERATION_NAMES) {
      for (const { subject, operations } of inTurn) {
        signal.throwIfAborted();
        const operation = operations.find((one) => one.name === name);
        if (!operation || round > (operation.mostRounds ?? rounds)) continue;
        const slices = await untilMeasured(
          async () => await measureOperation(subject, operation, { postgres, share }),
        );
        for (const { moment, slice } of slices) {
          const place = round === 0 ? 'warming up' : `round ${round} of ${rounds}`;
          step(`${place}: ${name} with ${subject.transactions.toLocaleString('en')}, ${told(moment, slice)}`);
          if (round > 0) collect(collected, { operation: name, moment, size: subject.transactions, slice });
        }
      }
    }
  }
  return [...collected.values()];
}

/** A create that meets a code of the seeded history fails, once in a run or two. */
async function untilMeasured<T>(measure: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await measure();
    } catch (error) {
      if (!(error instanceof SessionReplacedError) || tries === TRIES) throw error;
    }
  }
}

function told(moment: Moment, { backendUs, walBytes }: Slice): string {
  const when = moment === 'any' ? '' : `${moment}: `;
  return `${when}${backendUs.toFixed(0)} µs, ${walBytes.toFixed(0)} bytes of WAL`;
}

type Collected = Map<string, Measured & { bySize: Map<number, Slice[]> }>;

function collect(
  collected: Collected,
  {
    operation,
    moment,
    size,
    slice,
  }: { operation: OperationName; moment: Moment; size: number; slice: Slice },
): void {
  const key = `${operation} ${moment}`;
  const one = collected.get(key) ?? { operation, moment, bySize: new Map<number, Slice[]>() };
  collected.set(key, one);
  one.bySize.set(size, [...(one.bySize.get(size) ?? []), slice]);
}

async function measureOperation(
  subject: Subject,
  operation: Operation,
  { postgres, share }: { postgres: number; share: number },
): Promise<{ moment: Moment; slice: Slice }[]> {
  const count = Math.max(1, Math.round(operation.count * share));
  const once = async (): Promise<Slice> =>
    await measureSlice(subject, { postgres, count, work: await operation.make(count) });
  if (!operation.isWrite) return [{ moment: 'any', slice: await once() }];
  const work = await operation.make(count);
  await subject.owner.query('checkpoint');
  const first = await measureSlice(subject, { postgres, count, work });
  // As much again in between, so that pages which many operations share are in the log already.
  await (
    await operation.make(count)
  )();
  return [
    { moment: 'after a checkpoint', slice: first },
    { moment: 'late in its cycle', slice: await once() },
  ];
}
