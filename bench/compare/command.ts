/**
 * `npm run bench -- compare NAME --against COMMIT [--pairs N] [--quick]`: whether the current tree costs more processor
 * time than a commit. docs/performance.md states the rule.
 */
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { createProgress } from '../report/progress.ts';
import { COMPARABLE, isComparable } from './messages.ts';
import type { Comparable } from './messages.ts';
import { comparisonReport, pairLine } from './report.ts';
import { runComparison } from './rounds.ts';
import type { ComparisonSize } from './rounds.ts';
import { checkOut } from './tree.ts';
import { judge } from './verdict.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/compare', import.meta.url));

const DEFAULT_PAIRS = 12;
const QUICK_PAIRS = 6;
/** With fewer pairs, the limit is the largest ratio of the old commit with itself, and says little. */
const FEWEST_PAIRS = 4;

/** About half a second of work on two quiet cores. */
const OPERATIONS: Readonly<Record<Comparable, number>> = { create: 2_500, approve: 1_250, webhooks: 2_500 };
/** After six slices node gets no faster from one slice to the next. */
const SIZE = { warmUpSlices: 6, turns: 4, pairsPerStart: 4 };
const QUICK_SIZE = { warmUpSlices: 4, turns: 2, pairsPerStart: QUICK_PAIRS };

const FAILED = 2;

const USAGE = `Usage: npm run bench -- compare NAME --against COMMIT [--pairs N] [--quick]

  NAME              ${COMPARABLE.join(', ')}
  --against COMMIT  the old commit; it must have bench/compare/
  --pairs N         at least ${FEWEST_PAIRS}; ${DEFAULT_PAIRS} unless given
  --quick           ${QUICK_PAIRS} pairs of half as much work: sees only what is large

Ends with 0 when the new tree is within the spread or costs less, with 1 when it costs more, with ${FAILED} when it failed.
`;

export async function compare(args: string[], signal: AbortSignal): Promise<number> {
  const report = createProgress(process.stderr);
  try {
    const options = readArguments(args);
    if (!options) {
      process.stderr.write(USAGE);
      return FAILED;
    }
    const { name, against, pairs, size } = options;
    report.step(`checking out ${against}`);
    const old = await checkOut(against, { root: ROOT, cache: CACHE, signal });
    const all = await runComparison({
      name,
      trees: { old, new: ROOT },
      newNodeFlags: [],
      pairs,
      size,
      signal,
      onStart: report.step,
      onPair: (costs, index) => report.step(`pair ${index + 1} of ${pairs}: ${pairLine(costs)}`),
    });
    report.end();
    const verdict = judge(all);
    process.stdout.write(`${comparisonReport({ name, against, pairs: all, verdict })}\n`);
    return verdict.says === 'costs more' ? 1 : 0;
  } catch (error) {
    report.end();
    process.stderr.write(`${signal.aborted ? 'Interrupted; everything is stopped.' : inspect(error)}\n`);
    return FAILED;
  }
}

function readArguments(
  args: string[],
): { name: Comparable; against: string; pairs: number; size: ComparisonSize } | undefined {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      pairs: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const [name = '', ...others] = positionals;
  const pairs = Number(values.pairs ?? (values.quick ? QUICK_PAIRS : DEFAULT_PAIRS));
  if (!isComparable(name) || others.length > 0 || values.against === undefined) return undefined;
  if (!Number.isInteger(pairs) || pairs < FEWEST_PAIRS) return undefined;
  const size = { ...(values.quick ? QUICK_SIZE : SIZE), operations: OPERATIONS[name] };
  return { name, against: values.against, pairs, size };
}
