import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import type { WorkerProcess } from '../../server/test/harness/worker-process.ts';

/** Two workers. One of them is the next victim. */
export interface Fleet {
  /** The one that has run longer. */
  readonly victim: WorkerProcess;
  /** Another takes the victim's place, and is the last to be one. */
  replaceVictim(): Promise<void>;
  /** The victim has survived. Next time it is the other one's turn. */
  spareVictim(): void;
}

export async function startFleet(
  t: TestContext,
  database: TestDatabase,
  env: Record<string, string>,
): Promise<Fleet> {
  const compiled = await temporaryFolder(t);
  const start = async (): Promise<WorkerProcess> =>
    await startWorkerProcess(t, database, { ...env, NODE_COMPILE_CACHE: compiled });
  let [victim, other] = [await start(), await start()];
  return {
    get victim() {
      return victim;
    },
    async replaceVictim() {
      [victim, other] = [other, await start()];
    },
    spareVictim() {
      [victim, other] = [other, victim];
    },
  };
}

/** Otherwise workers would compile their code at every start, which would take most of the test's time. */
async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-chaos-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}
