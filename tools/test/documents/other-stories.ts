/** What happens in the shorter documents between their commands. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createDatabase } from '../../../server/src/db/kysely.ts';
import { sealAndPublish } from '../../../server/src/jobs/audit-log/seal.ts';
import { testKeysEnv } from '../../../server/test/harness/keys.ts';
import { startApiProcess } from '../../../server/test/harness/api-process.ts';
import { startWorkerProcess } from '../../../server/test/harness/worker-process.ts';
import { silentLog } from '../../../server/test/harness/silent-log.ts';
import type { Story } from './told.ts';
import type { World } from './world.ts';

/** Names the request that waits for this, as the person who confirms finds it. */
function requestIs(name: string, what: string): (world: World) => Promise<void> {
  return async ({ does, names }) => {
    const listed = await does('vezne request list');
    const line = listed.split('\n').find((one) => one.includes(what)) ?? assert.fail(listed);
    names.bind(name, line.split(' ')[0] ?? '');
  };
}

export const STAFF: Story = {
  day: '2026-11-15',
  scenes: [
    {
      before: 'vezne request confirm',
      happens: requestIs('01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708', 'staff.add'),
    },
    {
      before: 'vezne request confirm',
      happens: requestIs('01a2b3c4-e7f8-7091-a2b3-c4d5e6f70819', 'staff.reset'),
    },
  ],
};

/** A new key comes first, and the old one stays. */
const TWO_KEYS = {
  VEZNE_SECRET_KEYS: `2:${randomBytes(32).toString('base64')},${testKeysEnv.VEZNE_SECRET_KEYS}`,
};

export const RUNBOOK: Story = {
  day: '2026-11-16',
  scenes: [
    {
      before: 'vezne audit verify --heads',
      happens: async ({ database, shell, places }) => {
        const pool = database.pool('vezne_worker');
        const auditHeadFile = join(shell.folder, 'audit-heads');
        places.set('/srv/copies/audit-heads', auditHeadFile);
        await sealAndPublish({ db: createDatabase(pool), pool, log: silentLog, auditHeadFile });
      },
    },
    {
      before: 'vezne keys reseal',
      // Steps 1 to 3 of the page: every process was started with both keys.
      happens: async (world) => {
        const { t, database, env } = world;
        await world.does('vezne webhook add "Demo Shop" --url http://127.0.0.1:8080/hooks/vezne');
        await startApiProcess(t, database, TWO_KEYS);
        await startWorkerProcess(t, database, { ...env, ...TWO_KEYS });
        world.nextEnv = TWO_KEYS;
      },
    },
    { before: 'vezne keys usage', happens: async (world) => void (world.nextEnv = TWO_KEYS) },
  ],
};
