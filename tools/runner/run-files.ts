/**
 * Runs test files side by side: so many processes always, and if wanted a few more while the machine is idle. Some files wait for most of their
 * time, for a lock or for something to grow old, and nobody has to keep a list of them.
 */
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { CompanyEvents } from './company-events.ts';
import { hasIdleTime } from './idle.ts';

export interface Pace {
  /** So many processes at a time. */
  always: number;
  /** And at most so many more where there is time left. */
  whileIdle: number;
}

/** `2`, or `2+3` for two and up to three more while the machine is idle. Undefined: something else was given. */
export function readPace(text: string): Pace | undefined {
  const [, always, whileIdle = 0] = /^([1-9])(?:\+([1-9]))?$/.exec(text) ?? [];
  return always === undefined ? undefined : { always: Number(always), whileIdle: Number(whileIdle) };
}

const COMPANY_PROCESS = fileURLToPath(new URL('company-process.ts', import.meta.url));

interface Options {
  pace: Pace;
  /** Of a single test. */
  timeout: number;
  signal: AbortSignal;
  /** Who was killed, by the last file of the process. Those whose fault it was are added. */
  overdue: Set<string>;
}

type Summary = Extract<TestEvent, { type: 'test:summary' }>;
type Counts = Record<string, number>;

/** The events of all files, as of one run, with one summary at the end. Files of a company share a process. */
export async function* runFiles(
  companies: readonly (readonly string[])[],
  { pace, timeout, signal, overdue }: Options,
): AsyncGenerator<TestEvent, void> {
  const startedMs = performance.now();
  const waiting = [...companies];
  const summaries: { counts: Counts; success: boolean }[] = [];
  let processes = 0;
  const events = new PassThrough({ objectMode: true });

  const runProcess = async (
    options: { files: string[]; argv?: string[] },
    take: (event: TestEvent) => void,
  ): Promise<Summary['data'] | undefined> => {
    let summary: Summary['data'] | undefined;
    processes += 1;
    for await (const event of run({ ...options, timeout, signal }) as AsyncIterable<TestEvent>) {
      if (event.type === 'test:summary' && event.data.file === undefined) summary = event.data;
      else take(event);
    }
    return summary;
  };
  const runAlone = async (file: string): Promise<void> => {
    const summary = await runProcess({ files: [file] }, (event) => events.write(event));
    if (summary !== undefined) summaries.push(asCounts(summary));
  };
  const runCompany = async (files: readonly string[]): Promise<void> => {
    const company = new CompanyEvents(files);
    const summary = await runProcess({ files: [COMPANY_PROCESS], argv: [...files] }, (event) => {
      const translated = [...company.translate(event)];
      if (company.blamed.length > 0 && overdue.delete(resolve(files.at(-1) ?? '')))
        for (const file of company.blamed) overdue.add(resolve(file));
      for (const one of translated) events.write(one);
    });
    if (summary !== undefined) summaries.push(without(company.countedTooMuch, asCounts(summary)));
    if (company.left.length > 0) waiting.unshift(company.left);
  };
  const runOne = async (files: readonly string[]): Promise<void> => {
    const [first] = files;
    if (files.length === 1 && first !== undefined) await runAlone(first);
    else await runCompany(files);
  };
  const workAlways = async (): Promise<void> => {
    for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) {
      if (!signal.aborted) await runOne(files);
    }
  };
  /** Takes from the end, where the short ones are: it must not still run when all others have ended. */
  const workWhileIdle = async (): Promise<void> => {
    const running = new Set<Promise<void>>();
    while (waiting.length > 0 && !signal.aborted) {
      const isIdle = await hasIdleTime(signal);
      const files = isIdle && running.size < pace.whileIdle ? waiting.pop() : undefined;
      if (files === undefined || signal.aborted) continue;
      const one = runOne(files).finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.all(running);
  };

  const workers = Array.from({ length: pace.always }, workAlways);
  if (pace.whileIdle > 0) workers.push(workWhileIdle());
  const finish = async (): Promise<void> => {
    await Promise.all(workers);
    // A process that died beside the last ones may have left files to others, who had ended.
    await workAlways();
    // Without one for each process the run is incomplete, and the report says so.
    if (!signal.aborted && summaries.length === processes)
      events.write({ type: 'test:summary', data: sum(summaries, performance.now() - startedMs) });
    events.end();
  };
  finish().catch((error: unknown) => events.destroy(error as Error));
  yield* events as AsyncIterable<TestEvent>;
}

function asCounts({ counts, ...rest }: Summary['data']): { counts: Counts; success: boolean } {
  return { counts: { ...(counts as Counts) }, success: (rest as { success: boolean }).success };
}

function without(tooMuch: Counts, { counts, success }: { counts: Counts; success: boolean }) {
  const right = Object.entries(counts).map(([name, count]) => [name, count - (tooMuch[name] ?? 0)]);
  return { counts: Object.fromEntries(right) as Counts, success };
}

function sum(summaries: readonly { counts: Counts; success: boolean }[], tookMs: number): object {
  const counts: Counts = {};
  for (const summary of summaries) {
    for (const [name, count] of Object.entries(summary.counts)) counts[name] = (counts[name] ?? 0) + count;
  }
  return { success: summaries.every(({ success }) => success), counts, duration_ms: tookMs };
}
