// Before a release: what it times depends on who else uses the machine. What lands has passed server/test/jobs/webhooks/backlog.test.ts.
import { test } from 'node:test';
import { drainBacklog } from '../webhooks/backlog.ts';

const EVENTS = 50_000;

test(`an endpoint that comes back to ${EVENTS} events gets them while the others get theirs as fast as before, in little memory`, async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await drainBacklog(t, { events: EVENTS, freshEvents: 0, pairs: 10, drainedWithinMs: 120_000, say });
});
