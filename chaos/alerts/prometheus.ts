import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { hasPassed } from '../../server/test/harness/has-passed.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { readLooks } from '../../tools/docs/alert-delays.ts';
import type { Looks } from '../../tools/docs/alert-delays.ts';
import { RULES_FILE } from '../../tools/docs/alert-rules.ts';

export interface Prometheus {
  /** All that fire now or are about to. */
  alerts: () => Promise<{ name: string; state: 'firing' | 'pending' }[]>;
  /** The names of the alerts that fire now, without the one that always does. */
  firing: () => Promise<string[]>;
  /** Until each of them fires, whatever else does. Returns after how many milliseconds. */
  untilFiring(...names: string[]): Promise<number>;
  /** Until none of them does. */
  untilClear(...names: string[]): Promise<number>;
  untilNoneFires(): Promise<void>;
  /** How many series an expression has. */
  series(expr: string): Promise<number>;
}

/** What Prometheus is to watch by. */
export interface Watch {
  rules: string;
  looks: Looks;
}

const shippedRules = (): string => readFileSync(RULES_FILE, 'utf8');

/** Rules and intervals as we ship them: what takes a minute takes a minute. */
export function asShipped(): Watch {
  return { rules: shippedRules(), looks: readLooks() };
}

/** It looks every second. */
export const EVERY_SECOND: Looks = { scrapeEvery: 1, scrapeWithin: 1, evaluateEvery: 1 };

const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/^( +(?:keep_firing_)?for:) \S+$/gm, '$1 1s'],
  [/\[(?:1|5|15|30)m\]/g, '[5s]'],
];

/** What would take minutes is shortened; the conditions stay as they are. */
export function shortened(): Watch {
  const rules = SHORTER.reduce(
    (text, [pattern, shorter]) => text.replaceAll(pattern, shorter),
    shippedRules(),
  );
  return { rules, looks: EVERY_SECOND };
}

/** Debian's own Prometheus with our rules. */
export async function startPrometheus(
  t: TestContext,
  {
    port,
    targets,
    watch: { rules, looks } = shortened(),
    job = { job_name: 'vezne' },
  }: { port: number; targets: readonly string[]; watch?: Watch; job?: Record<string, unknown> },
): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-prometheus-'));
  await writeFile(join(directory, 'alerts.yml'), rules);
  const config = {
    global: {
      scrape_interval: `${looks.scrapeEvery}s`,
      scrape_timeout: `${looks.scrapeWithin}s`,
      evaluation_interval: `${looks.evaluateEvery}s`,
    },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ ...job, static_configs: [{ targets }] }],
  };
  // JSON is YAML too.
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config));
  const child = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
    if (!hasPassed(t)) t.diagnostic(`Prometheus logged:\n${log}`);
  });
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const { data } = (await answer.json()) as { data: T };
    return data;
  };
  const alerts: Prometheus['alerts'] = async () => {
    const { alerts: all } = await ask<{
      alerts: { labels: { alertname: string }; state: 'firing' | 'pending' }[];
    }>('/api/v1/alerts');
    return all.map(({ labels: { alertname }, state }) => ({ name: alertname, state }));
  };
  const firing = async (): Promise<string[]> =>
    (await alerts())
      .filter(({ name, state }) => state === 'firing' && name !== 'VezneWatchdog')
      .map(({ name }) => name);
  await until(
    async () =>
      await fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (isReady) => isReady,
  );
  const wait = async (fits: (names: ReadonlySet<string>) => boolean): Promise<number> => {
    const startMs = performance.now();
    await until(firing, (names) => fits(new Set(names)));
    return Math.round(performance.now() - startMs);
  };
  return {
    alerts,
    firing,
    untilFiring: async (...names) => await wait((now) => names.every((name) => now.has(name))),
    async untilNoneFires() {
      let last: readonly string[] = [];
      await until(firing, (names) => (last = names).length === 0).catch((error: unknown) => {
        throw new Error(`These still fire: ${last.join(', ')}`, { cause: error });
      });
    },
    untilClear: async (...names) => await wait((now) => !names.some((name) => now.has(name))),
    series: async (expr) =>
      (await ask<{ result?: unknown[] } | undefined>(`/api/v1/query?query=${encodeURIComponent(expr)}`))
        ?.result?.length ?? -1,
  };
}
