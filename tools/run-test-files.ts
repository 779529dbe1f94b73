/**
 * `node tools/run-test-files.ts CONCURRENCY LIMIT_SECONDS [--second-chance] FILE…`: runs test files in this order and reports. It exits with
 * 0 only if the report is complete and found nothing bad. With the flag a few bad files may pass alone.
 */
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { passAlone } from './runner/alone.ts';
import { killOverdueFiles } from './runner/overdue.ts';
import { report } from './runner/report.ts';
import type { RunUnderReport } from './runner/report.ts';

/** A hanging test fails under its own name, well before its file is killed. */
const SHARE_OF_A_TEST = 0.4;
const SECOND_CHANCE = '--second-chance';

const [concurrency = '', limitSeconds = '', ...rest] = process.argv.slice(2);
const hasSecondChance = rest[0] === SECOND_CHANCE;
const files = hasSecondChance ? rest.slice(1) : rest;
if (!/^[1-9]$/.test(concurrency) || !/^[1-9]\d*$/.test(limitSeconds) || files.length === 0)
  throw new Error(`Usage: node tools/run-test-files.ts CONCURRENCY LIMIT_SECONDS [${SECOND_CHANCE}] FILE…`);

const fileLimitMs = Number(limitSeconds) * 1000;
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

let isGood = false;
process.once('exit', () => {
  if (!isGood) process.exitCode ||= 1;
});
const overdue = killOverdueFiles(fileLimitMs);

async function runAndReport(files: string[], concurrency: number): Promise<RunUnderReport> {
  const watched: RunUnderReport = { files, fileLimitMs, overdue, isGood: false, bad: [] };
  const events = run({
    files,
    concurrency,
    timeout: fileLimitMs * SHARE_OF_A_TEST,
    signal: interruption.signal,
  }) as AsyncIterable<TestEvent>;
  for await (const text of report(events, watched)) process.stdout.write(text);
  return watched;
}

const first = await runAndReport(files, Number(concurrency));
isGood =
  first.isGood ||
  (hasSecondChance &&
    (await passAlone(
      first.bad,
      async (file) => (await runAndReport([file], 1)).isGood,
      (text) => process.stdout.write(text),
    )));
// Node's runner marks the process as failed when a test fails, and doesn't know of the second chance.
if (isGood) process.exitCode = 0;
