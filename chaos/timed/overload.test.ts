import { test } from 'node:test';
import { withstandOverload } from '../overload/overload.ts';

test('at three times its capacity the api answers with success, 429 and 503 alone, admits what it can do in time, and recovers', async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await withstandOverload(t, { rampSeconds: 2, overloadSeconds: 6, say });
});
