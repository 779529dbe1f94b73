import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { systemClock } from '../../../src/clock.ts';
import { findViewsById } from '../../../src/db/read/transactions/transaction-views.ts';
import { confirmSent } from '../../../src/usecases/deposits/confirm-sent.ts';
import { expireDeposits } from '../../../src/usecases/deposits/expire.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import { openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold } from '../../harness/ledger.ts';

const retry = createRetryUntilSettled({ clock: systemClock, log: pino({ level: 'silent' }), boundMs: 5_000 });

async function confirm(desk: Desk, id: string): Promise<void> {
  const pool = desk.database.pool('vezne_api');
  const [view] = await findViewsById(pool, [{ partnerId: desk.partner.id, id }], { timeoutMs: 5_000 });
  assert.ok(view);
  await confirmSent({ pool, retry }, view);
}

test('only deposits that were not paid in time are rejected as expired', async (t) => {
  const desk = await openDesk(t);
  const ids = [];
  for (let count = 0; count < 1_203; count += 1) ids.push(desk.deposit({ status: 'waiting_payment' }));
  await Promise.all(ids);
  const [inTime, sent] = [
    await desk.deposit({ status: 'waiting_payment' }),
    await desk.deposit({ status: 'waiting_payment' }),
  ];
  await desk.owner.query(`update transaction set expires_at = now() - interval '1 second' where id <> $1`, [
    inTime,
  ]);
  await confirm(desk, sent);
  const worker = desk.database.pool('vezne_worker');
  assert.equal(await expireDeposits({ pool: worker, retry }), 1_203);
  assert.equal(await expireDeposits({ pool: worker, retry }), 0);
  assert.equal((await desk.see(inTime)).status, 'waiting_payment');
  assert.equal((await desk.see(sent)).status, 'waiting_confirmation');
  const { rows } = await desk.owner.query(
    `select type, reason_code, count(*) as count, max(feed_no) as last from event group by 1, 2`,
  );
  assert.deepEqual(rows, [{ type: 'deposit.rejected', reason_code: 'expired', count: 1_203n, last: 1_203n }]);
  await assertBooksHold(desk.owner);
});

test('a player who presses the button twice, or too late, changes nothing', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.deposit({ status: 'waiting_payment' });
  await Promise.all([confirm(desk, id), confirm(desk, id), confirm(desk, id)]);
  const { rows } = await desk.owner.query(
    'select trigger, actor_kind from transaction_step where transaction_id = $1 order by step_no',
    [id],
  );
  assert.deepEqual(rows, [
    { trigger: 'create', actor_kind: 'partner' },
    { trigger: 'confirm_sent', actor_kind: 'player' },
  ]);
  await assertBooksHold(desk.owner);
});
