/**
 * The process in which operators decide. It drives the service's engine from inside, because operators have no HTTP
 * interface yet. The benchmark controls it by messages.
 */
import { inspect } from 'node:util';
import { startEngine } from './engine.ts';
import { approveInBulk } from './in-bulk.ts';
import type { Decided, Order, Report } from './messages.ts';
import { approveOneAfterAnother } from './one-after-another.ts';
import { approveSoMany } from './so-many.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const engine = await startEngine(databaseUrl);

function report(message: Report): void {
  if (process.connected) process.send?.(message);
}

async function carryOut(order: Order): Promise<Decided> {
  switch (order.kind) {
    case 'approve':
      return await approveOneAfterAnother(engine, order, report);
    case 'so-many':
      return await approveSoMany(engine, order, report);
    case 'bulk':
      return await approveInBulk(engine, order, report);
  }
}

process.on('message', (order: Order) => {
  void carryOut(order).then(
    (decided) => report({ kind: 'done', ...decided }),
    (error: unknown) => report({ kind: 'failed', reason: inspect(error) }),
  );
});
process.on('disconnect', () => void engine.close());
report({ kind: 'ready' });
