/**
 * What a test run prints: a line for each file as it ends, then every failure in detail, then node's closing lines. A
 * file's own output is shown only with its failures, so reading the end of the output is enough.
 */
import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { FileRecord, failureType } from './file-record.ts';
import type { Failure } from './file-record.ts';

export interface RunUnderReport {
  files: string[];
  fileLimitMs: number;
  /** Files that were killed because they took too long. */
  overdue: ReadonlySet<string>;
  /** Only the report sets this to true, at its end. Anything that stops it earlier makes the run fail. */
  isGood: boolean;
  /** Files that ran to their end and failed. The report fills it, at its end. */
  bad: string[];
}

type Summary = Extract<TestEvent, { type: 'test:summary' }>['data'];
type Located = Extract<TestEvent, { type: 'test:fail' }>['data'];

export async function* report(
  events: AsyncIterable<TestEvent>,
  run: RunUnderReport,
): AsyncGenerator<string, void> {
  const records = new Map(run.files.map((file) => [resolve(file), new FileRecord()]));
  const ended = new Set<string>();
  let summary: Summary | undefined;

  for await (const { type, data } of events) {
    const file = fileOf(data);
    const record = file === undefined ? undefined : records.get(file);
    if (type === 'test:summary' && data.file === undefined) summary = data;
    if (file === undefined || record === undefined) continue;
    if (isFileItself(data)) {
      if (type !== 'test:complete') continue;
      const { error, duration_ms: tookMs } = data.details as { error?: unknown; duration_ms: number };
      if (failureType(error) === 'testAborted') continue;
      ended.add(file);
      record.end({ error, isOverdue: run.overdue.has(file), limitMs: run.fileLimitMs });
      const isBad = record.failures.length > 0 || error !== undefined;
      yield `${isBad ? '✖' : '✔'} ${relative('', file)}: ${many(record.tests, 'test')}, ${seconds(tookMs)}\n`;
    } else if (type === 'test:enqueue') {
      record.unfinished.set(data.testId, data.name);
    } else if (type === 'test:complete') {
      record.unfinished.delete(data.testId);
      if (data.details.type !== 'suite') record.tests += 1;
    } else if (type === 'test:start') {
      record.enter(data.name, data.nesting);
    } else if (type === 'test:fail' && data.todo === undefined) {
      record.fail(data.name, data.nesting, data.details.error, location(data));
    } else if (type === 'test:diagnostic') {
      record.notes.push(data.message);
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      record.output += data.message;
    }
  }

  const bad = [...records].filter(([, { failures }]) => failures.length > 0);
  if (bad.length > 0) yield `\n✖ failing tests:\n`;
  for (const [file, record] of bad) yield atLength(relative('', file), record);
  const missing = [...records.keys()].filter((file) => !ended.has(file)).map((file) => relative('', file));
  if (missing.length > 0) yield `\n✖ not run to their end: ${missing.join(', ')}\n`;
  if (summary === undefined) {
    yield '\n✖ The run ended without a summary.\n';
    return;
  }
  const uncounted = bad.reduce((sum, [, record]) => sum + record.uncounted, 0);
  const falsePasses = bad.filter(([, { isCountedAsPass }]) => isCountedAsPass).length;
  yield `\n${closingLines(summary, { uncounted, falsePasses })}`;
  if (missing.length === 0) run.bad = bad.map(([file]) => relative('', file));
  run.isGood = isSuccess(summary) && bad.length === 0 && missing.length === 0 && records.size > 0;
}

function atLength(file: string, { failures, notes, output }: FileRecord): string {
  const sections = failures.map((failure) => `\n${heading(file, failure)}\n${indented(failure.why)}\n`);
  if (notes.length > 0) sections.push(`\nNotes of ${file}:\n${indented(notes.join('\n'))}\n`);
  if (output !== '') sections.push(`\nOutput of ${file}:\n${indented(output.trimEnd())}\n`);
  return sections.join('');
}

function heading(file: string, { path, at }: Failure): string {
  return `✖ ${[file, ...path].join(' > ')}${at === undefined ? '' : `\n  at ${at}`}`;
}

/** The same ending as node's spec reporter, because people and programs look for it. */
function closingLines(
  { counts, duration_ms: tookMs }: Summary,
  { uncounted, falsePasses }: { uncounted: number; falsePasses: number },
): string {
  const { failed } = counts as typeof counts & { failed: number };
  const lines = {
    tests: counts.tests + uncounted - falsePasses,
    suites: counts.suites,
    pass: counts.passed - falsePasses,
    fail: failed + uncounted,
    cancelled: counts.cancelled,
    skipped: counts.skipped,
    todo: counts.todo,
    duration_ms: tookMs,
  };
  return Object.entries(lines)
    .map(([name, value]) => `ℹ ${name} ${value}\n`)
    .join('');
}

function isSuccess(summary: Summary): boolean {
  return (summary as Summary & { success: boolean }).success;
}

/** The test file of an event. A test that a helper declares still belongs to the file that node started. */
function fileOf(data: TestEvent['data']): string | undefined {
  const { entryFile, file } = (data ?? {}) as { entryFile?: string; file?: string };
  const path = entryFile ?? file;
  return path === undefined ? undefined : resolve(path);
}

/** Node runs each file as a test around the tests in the file. It is the one without an `entryFile`. */
function isFileItself(data: TestEvent['data']): boolean {
  return data !== undefined && 'name' in data && !('entryFile' in data);
}

function location({ file, line, column }: Located): string | undefined {
  return file === undefined ? undefined : `${relative('', file)}:${line}:${column}`;
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
