import { startDatabases } from './databases.ts';
import { figuresOf } from './figures.ts';
import type { Figure } from './figures.ts';
import type { OperationName } from './operations.ts';
import { runRounds } from './rounds.ts';
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
  /** By size, after the last round. */
  spaces: Map<number, Space[]>;
}

/** What operations cost with histories of different lengths, side by side in one server. */
export async function measureGrowth(disposal: AsyncDisposableStack, options: GrowthOptions): Promise<Growth> {
  const databases = await startDatabases(disposal, options);
  const { measured, subjects } = await runRounds(disposal, databases, options);
  const spaces = new Map<number, Space[]>();
  for (const { transactions, owner } of subjects) spaces.set(transactions, await readSpace(owner));
  return { figures: figuresOf(measured), spaces };
}
