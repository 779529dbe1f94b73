import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Order, Receipt, Report } from './messages.ts';

const SCRIPT = fileURLToPath(new URL('receivers-process.ts', import.meta.url));

export interface Receivers {
  urlOf(path: string): string;
  tell(order: Exclude<Order, { kind: 'report' }>): void;
  /** Everything that came since the last report. */
  receipts(): Promise<Receipt[]>;
  /** How many the endpoints that only count have taken so far. */
  counted(): Promise<number>;
}

/** Partners' servers in a separate process, which ends with the test. */
export async function startReceivers(t: TestContext): Promise<Receivers> {
  const child = fork(SCRIPT);
  t.after(() => void child.kill());
  const [ready] = (await once(child, 'message')) as [Report];
  assert.ok(ready.kind === 'ready');
  const report = async (): Promise<{ receipts: Receipt[]; counted: number }> => {
    const answered = once(child, 'message') as Promise<[Report]>;
    child.send({ kind: 'report' } satisfies Order);
    const [answer] = await answered;
    assert.ok(answer.kind === 'receipts');
    return answer;
  };
  return {
    urlOf: (path) => `http://127.0.0.1:${ready.port}${path}`,
    tell: (order) => void child.send(order),
    receipts: async () => (await report()).receipts,
    counted: async () => (await report()).counted,
  };
}
