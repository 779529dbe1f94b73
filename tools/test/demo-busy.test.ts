import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../../server/src/processes/console.ts';
import { consoleConfig } from '../../server/test/harness/console.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { CHEAP_PASSWORDS } from '../../server/test/harness/staff.ts';
import { startBusy } from '../demo/busy/busy.ts';
import { enrolDemoStaff } from '../demo/staff.ts';
import { claimPorts } from '../ports/claim.ts';
import { openDemoWorld } from './demo-world.ts';

/** People in a hurry: a tenth of every pause. */
const SHARE = 0.1;
const SEEN_WITHIN_MS = 30_000;

test('--busy: new deposits come, a colleague opens and decides, payouts go out, until it is stopped', async (t) => {
  const port = await claimPorts();
  const consoleUrl = `http://localhost:${port}`;
  const { database, owner, env, invited, partners } = await openDemoWorld(t, { consoleUrl });
  const config = {
    environment: 'development',
    port,
    host: 'localhost',
    consoleUrl,
    trustedProxies: [],
  } as const;
  const { stop } = await startConsole(consoleConfig(database, { ...config, trustedProxies: [] }), silentLog, {
    passwordCost: CHEAP_PASSWORDS,
  });
  t.after(stop);
  const staff = await enrolDemoStaff(consoleUrl, invited);
  const colleague = staff.find(({ role }) => role === 'senior_operator') ?? assert.fail();
  const count = async (sql: string): Promise<number> =>
    Number((await owner.query<{ count: string }>(`select count(*) ${sql}`)).rows[0]?.count);
  const paid = `from transaction where type = 'withdrawal' and status = 'approved'`;
  const paidBefore = await count(paid);
  const problems: string[] = [];
  const stopBusy = startBusy({
    env,
    consoleUrl,
    partners,
    colleague,
    share: SHARE,
    say: (problem) => void problems.push(problem),
  });
  t.after(stopBusy);
  const isSeen = async (sql: string): Promise<void> =>
    void (await until(
      async () => await count(sql),
      (found) => found > 0,
      SEEN_WITHIN_MS,
    ));
  await isSeen(
    `from transaction where external_reference like 'canli-%' and status = 'waiting_confirmation'`,
  );
  await isSeen('from deposit_claim where until > now()');
  await isSeen(
    `from transaction_step where actor_kind = 'staff' and actor = 'deniz' and trigger = 'approve'`,
  );
  await until(
    async () => await count(paid),
    (found) => found > paidBefore,
    SEEN_WITHIN_MS,
  );
  await stopBusy();
  const after = await count('from transaction_step');
  await new Promise((resolve) => void setTimeout(resolve, 1_000));
  assert.equal(await count('from transaction_step'), after, 'nothing goes on');
  assert.deepEqual(problems, []);
});
