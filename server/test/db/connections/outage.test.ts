import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeoutError } from '../../../src/concurrency/timeout.ts';
import { StatementTimeoutError, isConnectionLost, isDatabaseAway } from '../../../src/db/errors.ts';
import { outage } from '../../../src/db/outage.ts';

test('while the database is away, lines that only say so are left out, and what somebody has to look up is not', (t) => {
  t.after(() => Object.assign(outage, { isFailing: false, linesLeftOut: 0 }));
  const err = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  assert.equal(outage.leavesOut({ err }), false, 'It is not known yet.');
  outage.isFailing = true;
  assert.equal(outage.leavesOut({ err }), true);
  assert.equal(outage.leavesOut({ err: new StatementTimeoutError('late') }), true);
  for (const fields of [
    { err: new Error('a bug') },
    { err: new TimeoutError('a disk was late') },
    { err, requestId: 'req_1' },
    { err, transactionId: '1' },
    { err, eventId: 'evt_1' },
    { err, outcomes: 3 },
  ])
    assert.equal(outage.leavesOut(fields), false, JSON.stringify(fields));
  assert.equal(outage.linesLeftOut, 2);
});

test('a connection that was not proven is a lost one, also as pg-boss tells of it', () => {
  const told = {
    message: 'No connection to the database was available. (Queue: expire_deposits, Worker: 1)',
  };
  assert.equal(isConnectionLost(told), true);
  assert.equal(isConnectionLost({ message: 'a queue does not exist' }), false);
});

test('a connection that was reset in the middle of a read is a database that is away', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
    assert.equal(isDatabaseAway(Object.assign(new Error(`read ${code}`), { code })), true, code);
  assert.equal(isDatabaseAway(new Error('a bug')), false);
});
