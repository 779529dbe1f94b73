import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import type { ApiProcess } from '../../server/test/harness/api-process.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import type { WorkerProcess } from '../../server/test/harness/worker-process.ts';

const OPERATORS = fileURLToPath(new URL('operators-process.ts', import.meta.url));
const TRIES = 50;

/** Two apis, a worker and operators. Each is started again when it was killed. */
export interface Supervisor {
  /** Of the apis, one of which may have been killed just now. */
  readonly urls: readonly string[];
  killApi(): Promise<void>;
  killWorker(): Promise<void>;
  killOperators(): Promise<void>;
}

export async function startSupervisor(
  t: TestContext,
  { database, journal, heads }: { database: TestDatabase; journal: string; heads: string },
): Promise<Supervisor> {
  const startApi = async (): Promise<ApiProcess> =>
    await persistently(async () => await startApiProcess(t, database, { VEZNE_LOG_LEVEL: 'silent' }));
  const startWorker = async (): Promise<WorkerProcess> =>
    await persistently(
      async () =>
        await startWorkerProcess(t, database, {
          VEZNE_ENV: 'development',
          VEZNE_LOG_LEVEL: 'silent',
          VEZNE_WEBHOOK_LEASE_MS: '1000',
          VEZNE_AUDIT_HEAD_FILE: heads,
        }),
    );
  const startOperators = async (): Promise<ChildProcess> => {
    const child = fork(OPERATORS, [database.urlOf('vezne_console'), journal]);
    t.after(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    return child;
  };
  let [victim, other] = await Promise.all([startApi(), startApi()]);
  let worker = await startWorker();
  let operators = await startOperators();
  return {
    get urls() {
      return [victim.url, other.url];
    },
    async killApi() {
      victim.child.kill('SIGKILL');
      await victim.ended;
      const restarted = await startApi();
      // Next time it is the other one's turn.
      [victim, other] = [other, restarted];
    },
    async killWorker() {
      worker.child.kill('SIGKILL');
      await worker.ended;
      worker = await startWorker();
    },
    async killOperators() {
      const ended = once(operators, 'exit');
      operators.kill('SIGKILL');
      await ended;
      operators = await startOperators();
    },
  };
}

/** A process that finds no database ends, and is started again. */
async function persistently<T>(start: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(100);
    }
  }
}
