// Before a release: it takes a minute, and `npm run long` has it whole. What lands has passed chaos/proxy-rules.test.ts.
import { after, test } from 'node:test';
import { createUnderFaults } from './proxy/under-faults.ts';
import { startOwnPostgres } from './webhooks/own-postgres.ts';

const postgres = await startOwnPostgres();
after(async () => await postgres.stop());

test('behind nginx and HAProxy no create is lost, doubled or left unknown while PostgreSQL is away, an api is killed and all are replaced', async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  for (const figures of await createUnderFaults(t, { rounds: 1, postgres, say }))
    say(JSON.stringify(figures));
});
