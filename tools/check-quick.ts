/**
 * `npm run check:quick`: for contributors, after every few lines of code. It runs the static checks and the tests that need
 * no database. A passed step prints one line; the output of failed steps comes last.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Result {
  step: string;
  isGood: boolean;
  output: string;
}

/** The longest first. Each uses up to two cores and waits for files in between, so two at a time waste the least. */
const STATIC_STEPS = ['check:types', 'check:lint', 'check:folders', 'check:format'];
/** Alone, because some of its tests measure time. */
const TESTS = 'test:quick';
const AT_A_TIME = 2;

async function runStep(step: string): Promise<Result> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--run', step], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const [code] = (await once(child, 'close')) as [number | null];
  const isGood = code === 0;
  const took = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`${isGood ? '✔' : '✖'} ${step}: ${took} s${isGood ? summaryOf(output) : ''}\n`);
  return { step, isGood, output };
}

/** How many tests a step ran, if it ran any. */
function summaryOf(output: string): string {
  const [, tests] = /^ℹ tests (\d+)$/m.exec(output) ?? [];
  return tests === undefined ? '' : `, ${tests} tests`;
}

async function runAll(steps: string[]): Promise<Result[]> {
  const waiting = [...steps];
  const results: Result[] = [];
  const runOneByOne = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      results.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, runOneByOne));
  return results;
}

process.exitCode = 1;
const results = [...(await runAll(STATIC_STEPS)), await runStep(TESTS)];
const bad = results.filter(({ isGood }) => !isGood);
for (const { step, output } of bad) process.stdout.write(`\n=== ${step}\n${output.trimEnd()}\n`);
if (bad.length === 0) process.exitCode = 0;
