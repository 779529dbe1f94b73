import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createCutLog } from '../../../src/http/server/cut-log.ts';

test('thousands of cut connections are one line with counts, at most every ten seconds', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const cutLog = createCutLog(log);
  cutLog.write(0);
  assert.equal(lines.length, 0, 'nothing was cut');
  for (let index = 0; index < 5_000; index += 1) cutLog.count('unread', '203.0.113.5');
  cutLog.count('refused', '203.0.113.6');
  cutLog.write(1_000);
  const { level, alarm, unread, refused, networks, worstNetwork, cutOfWorst } = lines[0] ?? {};
  assert.deepEqual([level, alarm, unread, refused], [40, 'connections_cut', 5_000, 1]);
  assert.deepEqual([networks, worstNetwork, cutOfWorst], [2, '203.0.113.5', 5_000]);

  cutLog.count('made_room', '203.0.113.7');
  cutLog.write(10_999);
  assert.equal(lines.length, 1);
  cutLog.write(11_000);
  assert.equal(lines.length, 2);
  assert.deepEqual([lines[1]?.['made_room'], lines[1]?.['unread']], [1, undefined]);
});

test('an attack from a million networks takes the memory of a thousand', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const cutLog = createCutLog(log);
  for (let index = 0; index < 2_000; index += 1) cutLog.count('refused', `network ${index}`);
  cutLog.write(0);
  assert.deepEqual([lines[0]?.['refused'], lines[0]?.['networks']], [2_000, 1_000]);
});
