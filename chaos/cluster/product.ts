/** The product's processes, as docs/running.md has them: two apis and two workers. Nobody starts one again. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from '../../server/test/harness/clean-environment.ts';
import { testKeysEnv } from '../../server/test/harness/keys.ts';
import { startSurface } from '../../tools/demo/surfaces.ts';
import type { Surface } from '../../tools/demo/surfaces.ts';
import type { ClientLog } from './client-log.ts';
import { CLUSTER_ENV } from './installation.ts';
import type { Installation } from './installation.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOST = '127.0.0.1';
const API_PORTS = [4001, 4002] as const;
const WORKERS = 2;
/** Receivers answer at once here. What they did not take comes again soon, so that a run need not wait long for the last. */
const WEBHOOK_SCHEDULE_MS = [200, 500, 1_000, 2_000, ...Array.from({ length: 60 }, () => 5_000)].join();
const WEBHOOK_TIMEOUT_MS = '2000';

export const API_URLS = API_PORTS.map((port) => `http://${HOST}:${port}`);

export interface Product {
  /** Ends all, and notes what their logs have that belongs to the reckoning. */
  stop(): Promise<void>;
  /** Where workers publish the heads of the audit log. */
  headFiles: readonly string[];
}

/** What an api says when it was given codes that are in use. */
const COLLIDED = 'reference codes are in use already';

export async function startProduct(
  installation: Pick<Installation, 'urlOf'>,
  { log, directory, tree = ROOT }: { log: ClientLog; directory: string; tree?: string },
): Promise<Product> {
  let stopping: Promise<void> | undefined;
  const noteEnd = async ({ ended }: Surface, process: string): Promise<void> => {
    await ended;
    if (stopping === undefined) log.note({ kind: 'end', at: Date.now(), process });
  };
  const main = join(tree, 'server/src/main.ts');
  const start = async (kind: 'api' | 'worker', number: number, env: Record<string, string>) => {
    const own = join(directory, `${kind}${number}`);
    await mkdir(own, { recursive: true });
    const surface = await startSurface(kind, {
      program: [main, kind],
      directory: own,
      env: { ...compileCache(), ...commonEnv(), ...env, ...headFile(kind, own) },
    });
    void noteEnd(surface, `${kind} ${number}`);
    return surface;
  };
  const surfaces: Surface[] = await Promise.all([
    ...API_PORTS.map(async (port, index) => await start('api', index + 1, apiEnv(installation, port))),
    ...Array.from(
      { length: WORKERS },
      async (_, index) => await start('worker', index + 1, workerEnv(installation)),
    ),
  ]);
  const stopAll = async (): Promise<void> => {
    await Promise.all(surfaces.map(async ({ stop }) => await stop()));
    for (const { name, logFile } of surfaces) await noteCollisions(log, name, logFile);
  };
  return {
    headFiles: Array.from({ length: WORKERS }, (_, index) =>
      headFileOf(join(directory, `worker${index + 1}`)),
    ),
    async stop() {
      stopping ??= stopAll();
      await stopping;
    },
  };
}

async function noteCollisions(log: ClientLog, process: string, logFile: string): Promise<void> {
  for (const line of (await readFile(logFile, 'utf8')).split('\n')) {
    if (!line.includes(COLLIDED)) continue;
    const { time } = JSON.parse(line) as { time: string };
    log.note({ kind: 'collision', at: Date.parse(time), process });
  }
}

function commonEnv(): Record<string, string> {
  return { VEZNE_ENV: 'development', VEZNE_LOG_LEVEL: 'warn', VEZNE_CELL: 'test', ...testKeysEnv };
}

function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE: cache } = CLEAN_ENVIRONMENT;
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
}

function apiEnv({ urlOf }: Pick<Installation, 'urlOf'>, port: number): Record<string, string> {
  return {
    VEZNE_API_DATABASE_URL: urlOf('vezne_api'),
    ...CLUSTER_ENV,
    VEZNE_PUBLIC_URL: 'https://pay.example',
    VEZNE_HOST: HOST,
    VEZNE_PORT: String(port),
    // As behind a proxy: otherwise all of the load were one network, which may have a quarter of the connections.
    VEZNE_TRUSTED_PROXIES: HOST,
  };
}

function workerEnv({ urlOf }: Pick<Installation, 'urlOf'>): Record<string, string> {
  return {
    VEZNE_WORKER_DATABASE_URL: urlOf('vezne_worker'),
    ...CLUSTER_ENV,
    VEZNE_WEBHOOK_SCHEDULE_MS: WEBHOOK_SCHEDULE_MS,
    VEZNE_WEBHOOK_TIMEOUT_MS: WEBHOOK_TIMEOUT_MS,
  };
}

function headFile(kind: string, own: string): Record<string, string> {
  return kind === 'worker' ? { VEZNE_AUDIT_HEAD_FILE: headFileOf(own) } : {};
}

function headFileOf(own: string): string {
  return join(own, 'heads');
}
