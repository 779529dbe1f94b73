import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../server/test/harness/client.ts';
import type { Driven, Order, Pace, Report } from './messages.ts';

const SCRIPT = fileURLToPath(new URL('partners-process.ts', import.meta.url));

export interface Partners {
  drive(pace: Pace): Promise<Driven>;
}

/** Partners and players in a process of their own, which ends with the test. */
export async function startPartners(
  t: TestContext,
  { url, partners }: { url: string; partners: readonly Credentials[] },
): Promise<Partners> {
  const child = fork(SCRIPT, { serialization: 'advanced' });
  t.after(() => void child.kill('SIGKILL'));
  const ask = async (order: Order): Promise<Report> => {
    const ended = once(child, 'exit').then(() => assert.fail('The process of the partners ended.'));
    const answered = once(child, 'message') as Promise<[Report]>;
    child.send(order);
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  };
  await ask({ kind: 'start', url, partners });
  return {
    async drive(pace) {
      const answer = await ask({ kind: 'drive', pace });
      assert.ok(answer.kind === 'driven');
      return answer;
    },
  };
}
