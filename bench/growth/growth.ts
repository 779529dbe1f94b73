import { startDatabases } from './databases.ts';
import { figuresOf } from './figures.ts';
import type { Figure } from './figures.ts';
import type { OperationName } from './operations.ts';
import { openSeats, runRounds } from './rounds.ts';
import { readSpace } from './space.ts';
import type { Space } from './space.ts';

export interface GrowthOptions {
  sizes: readonly number[];
  rounds: number;
  /** The part of a usual slice that is done; 1 is all of it. */
  share: number;
  openToday: number;
  only: ReadonlySet<OperationName>;
  cache: string | undefined;
  settings: Readonly<Record<string, string>>;
  signal: AbortSignal;
  step: (text: string) => void;
}

export interface Growth {
  figures: Figure[];
  /** By size, before the first round. */
  spaces: Map<number, Space[]>;
}

/** What operations cost with histories of different lengths, side by side in one server. */
export async function measureGrowth(disposal: AsyncDisposableStack, options: GrowthOptions): Promise<Growth> {
  const databases = await startDatabases(disposal, options);
  const seats = await openSeats(disposal, databases, options);
  const spaces = new Map<number, Space[]>();
  for (const { subject } of seats) spaces.set(subject.transactions, await readSpace(subject.owner));
  const measured = await runRounds(seats, { ...options, postgres: databases.postgres });
  return { figures: figuresOf(measured), spaces };
}
