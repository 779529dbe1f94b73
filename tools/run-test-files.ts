/**
 * `node tools/run-test-files.ts PACE LIMIT_SECONDS [--second-chance] [--in-company] FILE…`: runs test files and reports. It exits with
 * 0 only if the report is complete and found nothing bad. With the first flag a few bad files may pass alone. With the second, neighbours share a
 * process; without it files run in this order. A pace of 2+3 is two processes
 * at a time, and up to three more while the machine is idle.
 */
import { passAlone } from './runner/alone.ts';
import { companiesOf } from './runner/companies.ts';
import { killOverdueFiles } from './runner/overdue.ts';
import { report } from './runner/report.ts';
import type { RunUnderReport } from './runner/report.ts';
import { readPace, runFiles } from './runner/run-files.ts';
import type { Pace } from './runner/run-files.ts';

/** A hanging test fails under its own name, well before its file is killed. */
const SHARE_OF_A_TEST = 0.4;
const SECOND_CHANCE = '--second-chance';
const IN_COMPANY = '--in-company';

const [paceText = '', limitSeconds = '', ...rest] = process.argv.slice(2);
const hasSecondChance = rest.includes(SECOND_CHANCE);
const isInCompany = rest.includes(IN_COMPANY);
const files = rest.filter((word) => ![SECOND_CHANCE, IN_COMPANY].includes(word));
const pace = readPace(paceText);
if (pace === undefined || !/^[1-9]\d*$/.test(limitSeconds) || files.length === 0)
  throw new Error(
    `Usage: node tools/run-test-files.ts PACE LIMIT_SECONDS [${SECOND_CHANCE}] [${IN_COMPANY}] FILE…`,
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

const ALONE: Pace = { always: 1, whileIdle: 0 };

async function runAndReport(companies: string[][], pace: Pace): Promise<RunUnderReport> {
  const files = companies.flat();
  const watched: RunUnderReport = { files, fileLimitMs, overdue, isGood: false, bad: [] };
  const { signal } = interruption;
  const events = runFiles(companies, { pace, timeout: fileLimitMs * SHARE_OF_A_TEST, signal, overdue });
  for await (const text of report(events, watched)) process.stdout.write(text);
  return watched;
}

const first = await runAndReport(isInCompany ? companiesOf(files) : files.map((file) => [file]), pace);
isGood =
  first.isGood ||
  (hasSecondChance &&
    (await passAlone(
      first.bad,
      async (file) => (await runAndReport([[file]], ALONE)).isGood,
      (text) => process.stdout.write(text),
    )));
// Node's runner marks the process as failed when a test fails, and doesn't know of the second chance.
if (isGood) process.exitCode = 0;
