import type { Comparable, SliceCost } from './messages.ts';
import { startSide } from './side.ts';
import type { Side } from './side.ts';

/** `twin` is the old commit again. Its difference from `old` is the noise of the machine. */
export type SideName = 'old' | 'twin' | 'new';

export type Costs = Record<SideName, SliceCost>;

export interface ComparisonOptions {
  name: Comparable;
  trees: { old: string; new: string };
  /** For the service of the new side only. */
  newNodeFlags: readonly string[];
  pairs: number;
  size: ComparisonSize;
  signal: AbortSignal;
  onStart: (text: string) => void;
  onPair: (costs: Costs, index: number) => void;
}

export interface ComparisonSize {
  /** Operations of a slice. */
  operations: number;
  warmUpSlices: number;
  /** Slices of each side in a pair. Many short slices share the same conditions better than one long slice. */
  turns: number;
  /**
   * After this many pairs all processes are restarted: two processes of the same code can differ for as long as they live.
   */
  pairsPerStart: number;
}

/** Each pair old/new runs beside a pair old/twin, so both see the same conditions. */
export async function runComparison(options: ComparisonOptions): Promise<Costs[]> {
  const all: Costs[] = [];
  while (all.length < options.pairs) {
    const until = Math.min(options.pairs, all.length + options.size.pairsPerStart);
    options.onStart(`starting and warming up three sides, ${all.length} of ${options.pairs} pairs done`);
    // Everything that was started is stopped, even when a side fails or the comparison is interrupted.
    const disposal = new AsyncDisposableStack();
    try {
      const sides = await startSides(disposal, options);
      while (all.length < until) {
        const costs = await runPair(sides, { index: all.length, turns: options.size.turns });
        all.push(costs);
        options.onPair(costs, all.length - 1);
      }
    } finally {
      await disposal.disposeAsync();
    }
  }
  return all;
}

async function startSides(
  disposal: AsyncDisposableStack,
  { name, trees, newNodeFlags, size, signal }: ComparisonOptions,
): Promise<Record<SideName, Side>> {
  const { operations, warmUpSlices } = size;
  const start = async (tree: string, nodeFlags: readonly string[]): Promise<Side> =>
    await startSide(disposal, tree, { name, operations, warmUpSlices, nodeFlags, signal });
  const [old, twin, latest] = await Promise.all([
    start(trees.old, []),
    start(trees.old, []),
    start(trees.new, newNodeFlags),
  ]);
  return { old, twin, new: latest };
}

/**
 * One for each pair in turn. Each side stands in each place equally often and before each other one equally often, and none
 * goes twice in a row, from one pair to the next either: it would find its caches warm, and its neighbours would not.
 */
export const ORDERS: readonly (readonly SideName[])[] = [
  ['new', 'old', 'twin'],
  ['old', 'twin', 'new'],
  ['twin', 'new', 'old'],
  ['new', 'twin', 'old'],
  ['twin', 'old', 'new'],
  ['old', 'new', 'twin'],
];

async function runPair(
  sides: Record<SideName, Side>,
  { index, turns }: { index: number; turns: number },
): Promise<Costs> {
  const slices: Record<SideName, SliceCost[]> = { old: [], twin: [], new: [] };
  for (let turn = 0; turn < turns; turn++) {
    for (const side of ORDERS[index % ORDERS.length] ?? []) slices[side].push(await sides[side].slice());
  }
  return { old: mean(slices.old), twin: mean(slices.twin), new: mean(slices.new) };
}

/** All slices have the same number of operations. */
function mean(slices: readonly SliceCost[]): SliceCost {
  const of = (key: keyof SliceCost): number =>
    slices.reduce((total, slice) => total + slice[key], 0) / slices.length;
  return { nodeUs: of('nodeUs'), postgresUs: of('postgresUs') };
}
