// Before a release: it takes two minutes, and `npm run long` has it whole. What lands has passed chaos/webhook-crash.test.ts.
import { after, test } from 'node:test';
import { startOwnPostgres } from './webhooks/own-postgres.ts';
import { deliverUnderFaults } from './webhooks/under-faults.ts';

const EVENTS = 1_000;
const FAULTS = { kill: 6, stall: 4, restart: 1 };
const SEED = 20_261_115;

const postgres = await startOwnPostgres();
after(async () => await postgres.stop());

test(`${EVENTS} events reach receivers that refuse, hang and reset, each with one id and in order, while workers are killed and stand still and PostgreSQL crashes`, async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await deliverUnderFaults(t, { events: EVENTS, faults: FAULTS, seed: SEED, postgres, say });
});
