// Before a release: it compares times, pair by pair, for half a minute of a processor. What lands has passed server/test/http/portal/tenants.test.ts.
// In a process of its own: it measures how long requests take, and reads every statement that the process sends.
import { test } from 'node:test';
import { ASKED_EACH, compareTimes } from './foreign-times.ts';

test(`of ${2 * ASKED_EACH} ids of another partner and as many that never were, no route lets two partners tell which is which by the time`, async (t) => {
  await compareTimes(t);
});
