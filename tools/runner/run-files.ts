/**
 * Runs test files side by side: so many always, and if wanted one more while the machine is idle. Some files wait for most of their time, for a
 * lock or for something to grow old, and nobody has to keep a list of them.
 */
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { hasIdleTime } from './idle.ts';

export interface Pace {
  /** So many files at a time. */
  always: number;
  /** And one more where there is time left. */
  isIdleTimeUsed: boolean;
}

/** `2`, or `2+` for two and one more while the machine is idle. Undefined: something else was given. */
export function readPace(text: string): Pace | undefined {
  const [, always, plus] = /^([1-9])(\+?)$/.exec(text) ?? [];
  return always === undefined ? undefined : { always: Number(always), isIdleTimeUsed: plus === '+' };
}

interface Options {
  pace: Pace;
  /** Of a single test. */
  timeout: number;
  signal: AbortSignal;
}

type Summary = Extract<TestEvent, { type: 'test:summary' }>;

/** The events of all files, as of one run, with one summary at the end. */
export async function* runFiles(
  files: readonly string[],
  { pace, timeout, signal }: Options,
): AsyncGenerator<TestEvent, void> {
  const startedMs = performance.now();
  const waiting = [...files];
  const summaries: Summary['data'][] = [];
  const events = new PassThrough({ objectMode: true });

  const runOne = async (file: string): Promise<void> => {
    for await (const event of run({ files: [file], timeout, signal }) as AsyncIterable<TestEvent>) {
      if (event.type === 'test:summary' && event.data.file === undefined) summaries.push(event.data);
      else events.write(event);
    }
  };
  const workAlways = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (!signal.aborted) await runOne(file);
    }
  };
  /** Takes from the end, where the short ones are: it must not still run when all others have ended. */
  const workWhileIdle = async (): Promise<void> => {
    while (waiting.length > 0 && !signal.aborted) {
      const file = (await hasIdleTime(signal)) ? waiting.pop() : undefined;
      if (file !== undefined && !signal.aborted) await runOne(file);
    }
  };

  const workers = Array.from({ length: pace.always }, workAlways);
  if (pace.isIdleTimeUsed) workers.push(workWhileIdle());
  const finish = async (): Promise<void> => {
    await Promise.all(workers);
    // Without one for each file the run is incomplete, and the report says so.
    if (summaries.length === files.length)
      events.write({ type: 'test:summary', data: sum(summaries, performance.now() - startedMs) });
    events.end();
  };
  finish().catch((error: unknown) => events.destroy(error as Error));
  yield* events as AsyncIterable<TestEvent>;
}

function sum(summaries: readonly Summary['data'][], tookMs: number): object {
  const counts: Record<string, number> = {};
  for (const summary of summaries) {
    for (const [name, count] of Object.entries(summary.counts)) counts[name] = (counts[name] ?? 0) + count;
  }
  return { success: summaries.every(({ success }) => success), counts, duration_ms: tookMs };
}
