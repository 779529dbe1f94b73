/**
 * `node tools/run-test-files.ts CONCURRENCY LIMIT_SECONDS FILE…`: runs test files in this order and reports. It exits with
 * 0 only if the report is complete and found nothing bad.
 */
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { killOverdueFiles } from './runner/overdue.ts';
import { report } from './runner/report.ts';

/** A hanging test fails under its own name, well before its file is killed. */
const SHARE_OF_A_TEST = 0.4;

const [concurrency = '', limitSeconds = '', ...files] = process.argv.slice(2);
if (!/^[1-9]$/.test(concurrency) || !/^[1-9]\d*$/.test(limitSeconds) || files.length === 0)
  throw new Error('Usage: node tools/run-test-files.ts CONCURRENCY LIMIT_SECONDS FILE…');

const fileLimitMs = Number(limitSeconds) * 1000;
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());

const watched = {
  files,
  fileLimitMs,
  overdue: killOverdueFiles(fileLimitMs),
  isGood: false,
};
process.once('exit', () => {
  if (!watched.isGood) process.exitCode ||= 1;
});
const events = run({
  files,
  concurrency: Number(concurrency),
  timeout: fileLimitMs * SHARE_OF_A_TEST,
  signal: interruption.signal,
}) as AsyncIterable<TestEvent>;
for await (const text of report(events, watched)) process.stdout.write(text);
