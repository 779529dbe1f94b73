import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vezne } from '../../server/test/commands/vezne.ts';
import type { LogLine } from '../../server/test/harness/log-lines.ts';
import { SEEN_WITHIN_SECONDS } from '../../tools/docs/alert-delays.ts';

/** Where a trouble is to be seen; each resolves when it is. */
export interface Signs {
  status: Promise<unknown>;
  metrics: Promise<unknown>;
  alert: Promise<unknown>;
  /** Of the processes that see it themselves and live. */
  log?: Promise<unknown>;
}

/** Every sign of a trouble that begins now, each within a minute. Call it before anything else is waited for. */
export async function seen(t: TestContext, what: string, signs: Signs): Promise<void> {
  const sinceMs = performance.now();
  const places = await Promise.all(
    Object.entries(signs).map(async ([place, sign]) => {
      await (sign as Promise<unknown>).catch((error: unknown) => {
        throw new Error(`${what} is not seen in ${place}`, { cause: error });
      });
      return { place, ms: Math.round(performance.now() - sinceMs) };
    }),
  );
  t.diagnostic(`${what}: ${places.map(({ place, ms }) => `${place} after ${ms} ms`).join(', ')}`);
  for (const { place, ms } of places) assert.ok(ms < SEEN_WITHIN_SECONDS * 1_000, `${what}: ${place}`);
}

/** As a person looks, and not all the time. */
const LOOK_EVERY_MS = 500;
/** More than fit into the minute. */
const LOOKS = 150;

async function look<T>(at: () => Promise<T>, fits: (found: T) => boolean): Promise<void> {
  let found: T | undefined;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    found = await at();
    if (fits(found)) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`There was at last: ${JSON.stringify(found)}`);
}

/** Until `vezne status --json` has a problem with this code whose sentence has these words. */
export async function inStatus(vezne: Vezne, code: string, words: string): Promise<void> {
  await look(
    async () => {
      const { stdout } = await vezne('status', '--json');
      return (JSON.parse(stdout) as { problems: { code: string; text: string }[] }).problems;
    },
    (problems) => problems.some((problem) => problem.code === code && problem.text.includes(words)),
  );
}

/** Until a process tells a value that fits at its own /metrics. */
export async function inMetrics(
  port: number,
  series: string,
  fits: (value: number) => boolean,
): Promise<void> {
  await look(
    async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
    (value) => value !== undefined && fits(value),
  );
}

/** Until a process has logged a line with this alarm that wakes a person. */
export async function inLog(lines: () => readonly LogLine[], alarm: string): Promise<void> {
  await look(
    async () => await Promise.resolve(lines().filter(({ level }) => Number(level) >= 50)),
    (urgent) => urgent.some((line) => line['alarm'] === alarm),
  );
}
