/** What stands behind a name in production, two apis and a database, here with both proxies before the same apis. */
import type { TestContext } from 'node:test';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import type { ApiProcess } from '../../server/test/harness/api-process.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { claimPorts } from '../../tools/ports/claim.ts';
import { startProxy } from './running-proxy.ts';
import type { ProxyKind, RunningProxy } from './running-proxy.ts';

export interface Api {
  /** Its own address, past the proxy. */
  url: string;
  /** Everything that it has logged, in all of its lives. */
  log(): string;
  kill(): Promise<void>;
  /** SIGTERM, as at a deployment: it answers what has arrived. The exit code. */
  stop(): Promise<number | NodeJS.Signals>;
  start(): Promise<void>;
}

export interface Site {
  proxies: Readonly<Record<ProxyKind, RunningProxy>>;
  apis: readonly [Api, Api];
}

export async function startSite(
  t: TestContext,
  { database, env = {} }: { database: TestDatabase; env?: Record<string, string> },
): Promise<Site> {
  const port = await claimPorts();
  const newApiAt = (apiPort: number): Api =>
    newApi(t, database, { VEZNE_PORT: String(apiPort), VEZNE_TRUSTED_PROXIES: '127.0.0.1', ...env });
  const apis = [newApiAt(port + 4), newApiAt(port + 5)] as const;
  await Promise.all(apis.map(async (api) => await api.start()));
  const behind = [`127.0.0.1:${port + 4}`, `127.0.0.1:${port + 5}`] as const;
  const [nginx, haproxy] = await Promise.all([
    startProxy(t, 'nginx', { ports: [port, port + 1], apis: behind }),
    startProxy(t, 'haproxy', { ports: [port + 2, port + 3], apis: behind }),
  ]);
  return { proxies: { nginx, haproxy }, apis };
}

function newApi(t: TestContext, database: TestDatabase, env: Record<string, string>): Api {
  let running: ApiProcess | undefined;
  let log = '';
  const end = async (signal: NodeJS.Signals): Promise<number | NodeJS.Signals> => {
    if (running === undefined) throw new Error('The api does not run.');
    running.child.kill(signal);
    return await running.ended;
  };
  return {
    url: `http://127.0.0.1:${env['VEZNE_PORT']}`,
    log: () => log,
    async kill() {
      await end('SIGKILL');
    },
    stop: async () => await end('SIGTERM'),
    async start() {
      running = await startApiProcess(t, database, env);
      running.child.stdout?.on('data', (text: string) => {
        log += text;
      });
    },
  };
}
