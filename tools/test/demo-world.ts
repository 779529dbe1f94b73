import type { TestContext } from 'node:test';
import type pg from 'pg';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { testKeysEnv } from '../../server/test/harness/keys.ts';
import { administer } from '../demo/administration.ts';
import { makeDemoData } from '../demo/data.ts';
import { makeMorning } from '../demo/morning/morning.ts';
import type { Morning } from '../demo/morning/morning.ts';
import { makeDemoStaff } from '../demo/staff.ts';
import type { DemoState } from '../demo/state.ts';

export interface DemoWorld extends Morning {
  database: TestDatabase;
  owner: pg.Pool;
  env: Record<string, string>;
  invited: NonNullable<DemoState['staff']>;
  /** What was said of the progress. */
  said: string[];
  tookMs: number;
}

/** The data of a demo, without its processes. */
export async function openDemoWorld(
  t: TestContext,
  { consoleUrl = 'http://localhost:1' }: { consoleUrl?: string } = {},
): Promise<DemoWorld> {
  const database = await createTestDatabase(t);
  const env = {
    ...testKeysEnv,
    VEZNE_ENV: 'development',
    VEZNE_CELL: 'test',
    VEZNE_API_DATABASE_URL: database.urlOf('vezne_api'),
    VEZNE_CONSOLE_DATABASE_URL: database.urlOf('vezne_console'),
    VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
    VEZNE_PORTAL_URL: 'http://localhost:2',
    VEZNE_ADMIN_DATABASE_URL: database.urlOf('vezne_admin'),
    VEZNE_PUBLIC_URL: 'http://127.0.0.1:1',
    VEZNE_CONSOLE_URL: consoleUrl,
  };
  const invited = await administer(env, async (administration) => {
    await makeDemoData(administration);
    return await makeDemoStaff(administration);
  });
  const said: string[] = [];
  const startedMs = performance.now();
  const morning = await makeMorning({
    env,
    ownerUrl: database.ownerUrl,
    say: (progress) => void said.push(progress),
  });
  const tookMs = performance.now() - startedMs;
  return { ...morning, database, owner: database.pool(), env, invited, said, tookMs };
}
