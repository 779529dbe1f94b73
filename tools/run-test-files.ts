/**
 * `node tools/run-test-files.ts CONCURRENCY[+] LIMIT_SECONDS [--second-chance] FILE…`: runs test files in this order and reports. It exits with
 * 0 only if the report is complete and found nothing bad. With the flag a few bad files may pass alone. With the plus one file more runs while
 * the machine is idle.
 */
import { passAlone } from './runner/alone.ts';
import { killOverdueFiles } from './runner/overdue.ts';
import { report } from './runner/report.ts';
import type { RunUnderReport } from './runner/report.ts';
import { readPace, runFiles } from './runner/run-files.ts';
import type { Pace } from './runner/run-files.ts';

/** A hanging test fails under its own name, well before its file is killed. */
const SHARE_OF_A_TEST = 0.4;
const SECOND_CHANCE = '--second-chance';

const [concurrency = '', limitSeconds = '', ...rest] = process.argv.slice(2);
const hasSecondChance = rest[0] === SECOND_CHANCE;
const files = hasSecondChance ? rest.slice(1) : rest;
const pace = readPace(concurrency);
if (pace === undefined || !/^[1-9]\d*$/.test(limitSeconds) || files.length === 0)
  throw new Error(
    `Usage: node tools/run-test-files.ts CONCURRENCY[+] LIMIT_SECONDS [${SECOND_CHANCE}] FILE…`,
  );

const fileLimitMs = Number(limitSeconds) * 1000;
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

let isGood = false;
process.once('exit', () => {
  if (!isGood) process.exitCode ||= 1;
});
const overdue = killOverdueFiles(fileLimitMs);

const ALONE: Pace = { always: 1, isIdleTimeUsed: false };

async function runAndReport(files: string[], pace: Pace): Promise<RunUnderReport> {
  const watched: RunUnderReport = { files, fileLimitMs, overdue, isGood: false, bad: [] };
  const { signal } = interruption;
  const events = runFiles(files, { pace, timeout: fileLimitMs * SHARE_OF_A_TEST, signal });
  for await (const text of report(events, watched)) process.stdout.write(text);
  return watched;
}

const first = await runAndReport(files, pace);
isGood =
  first.isGood ||
  (hasSecondChance &&
    (await passAlone(
      first.bad,
      async (file) => (await runAndReport([file], ALONE)).isGood,
      (text) => process.stdout.write(text),
    )));
// Node's runner marks the process as failed when a test fails, and doesn't know of the second chance.
if (isGood) process.exitCode = 0;
