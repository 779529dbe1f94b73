import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RawRequest } from '../../server/test/harness/client.ts';
import { numberIn, runCommand } from './command.ts';
import { createCpuWindow, timeoutOf } from './load.ts';
import type { LoadOptions, Run } from './load.ts';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

export interface WrkTarget {
  url: string;
  requestFile: string;
  /** What to do when all requests were sent before the time is over: repeat them from the first, fail, or end. */
  afterTheLast: 'repeat' | 'fail' | 'end';
}

export interface WrkRun extends Run {
  p50Ms: number;
  p99Ms: number;
}

/** Writes requests as the bytes that wrk sends, separated by zero bytes, which none of them contains. */
export async function writeWrkRequests(file: string, requests: readonly RawRequest[]): Promise<void> {
  const zero = Buffer.alloc(1);
  await writeFile(file, Buffer.concat(requests.flatMap((request) => [toBytes(request), zero])));
}

function toBytes({ method = 'POST', path, headers = {}, body = '' }: RawRequest): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
  ]);
}

/** Drives several processes of the service at once, each with an equal share of the connections. */
export async function runWrks(targets: readonly WrkTarget[], options: LoadOptions): Promise<WrkRun> {
  const share = { ...options, connections: options.connections / targets.length };
  const [first, ...others] = await Promise.all(targets.map(async (target) => await runWrk(target, share)));
  if (!first) throw new Error('No process to drive.');
  return others.reduce(
    (total, run) => ({
      succeeded: total.succeeded + run.succeeded,
      operations: total.operations + run.operations,
      seconds: Math.max(total.seconds, run.seconds),
      // Each of them has measured all processes.
      cpu: total.cpu,
      p50Ms: Math.max(total.p50Ms, run.p50Ms),
      p99Ms: Math.max(total.p99Ms, run.p99Ms),
    }),
    first,
  );
}

/** Drives the service from one thread, which is far from busy, and throws unless every answer was a success. */
async function runWrk({ url, requestFile, afterTheLast }: WrkTarget, options: LoadOptions): Promise<WrkRun> {
  const { connections, warmUpSeconds, seconds } = options;
  const cpu = createCpuWindow(options.readCpu);
  const output = await runCommand(
    'wrk',
    [
      '--threads=1',
      `--connections=${connections}`,
      // Longer than needed: it is told to end when the last answer has arrived.
      `--duration=${Math.ceil(warmUpSeconds + seconds + 5)}s`,
      // Two seconds unless told, which a crowded machine takes for a right answer; one that never comes ends in our own limit.
      '--timeout=60s',
      `--script=${SCRIPT}`,
      url,
      '--',
      ...[requestFile, connections, warmUpSeconds, seconds, afterTheLast].map(String),
    ],
    {
      timeoutMs: timeoutOf(options),
      signal: options.signal,
      onLine(line, child) {
        if (line === 'warm') cpu.open();
        if (line === 'answered') child.kill('SIGINT');
      },
    },
  );
  const used = cpu.close();
  const read = (label: string): number => numberIn(output, new RegExp(`^${label} ([\\d.]+)$`, 'm'));
  const problems = {
    'answers without success': read('not_2xx'),
    'broken connections': read('broken'),
    'lack of prepared requests': read('used_up'),
  };
  for (const [problem, count] of Object.entries(problems)) {
    if (count !== 0) throw new Error(`wrk: ${count} ${problem}.\n${output}`);
  }
  return {
    succeeded: read('answers'),
    operations: read('measured'),
    seconds: read('seconds'),
    cpu: used,
    p50Ms: read('p50_us') / 1_000,
    p99Ms: read('p99_us') / 1_000,
  };
}
