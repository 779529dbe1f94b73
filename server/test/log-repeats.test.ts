import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRepeats, kindOf } from '../src/log-repeats.ts';
import type { LineKind } from '../src/log-repeats.ts';

const LINE = '{"level":40,"msg":"lost"}\n';
const COUNTED = (times: number): string => `{"level":40,"msg":"lost","repeated":${times}}\n`;
const kind = (key = 'lost'): LineKind => ({ message: 'lost', key });

test('the first line is new; then there is one a minute with how many, and a last one when it is over', () => {
  const repeats = createRepeats();
  const written: [second: number, lines: string[]][] = [];
  for (let second = 0; second <= 200; second += 1) {
    // Four a second, for a hundred seconds.
    const lines = second < 100 ? 4 : 0;
    for (let at = 0; at < lines; at += 1)
      assert.equal(repeats.isNew(kind(), LINE, second * 1_000), second === 0 && at === 0);
    const due = repeats.due(second * 1_000);
    if (due.length > 0) written.push([second, due]);
  }
  assert.deepEqual(written, [
    [60, [COUNTED(243)]],
    [109, [COUNTED(156)]],
  ]);
  assert.equal(repeats.isIdle(), true);
});

test('what comes again after ten seconds is new, and what came once has no second line', () => {
  const repeats = createRepeats();
  for (const second of [0, 11, 22]) {
    assert.equal(repeats.isNew(kind(), LINE, second * 1_000), true);
    assert.deepEqual(repeats.due(second * 1_000 + 10_500), []);
  }
});

test('what was counted is not lost when the process ends', () => {
  const repeats = createRepeats();
  for (let at = 0; at < 3; at += 1) repeats.isNew(kind(), LINE, at);
  assert.deepEqual(repeats.rest(), [COUNTED(2)]);
  assert.deepEqual(repeats.rest(), []);
});

test('a million made-up kinds of one message are a few lines, and leave other messages as they are', () => {
  const repeats = createRepeats();
  let written = 0;
  for (let at = 0; at < 1_000_000; at += 1)
    if (repeats.isNew(kind(`key ${at}`), LINE, at / 1_000)) written += 1;
  assert.equal(written, 51);
  const [line, ...more] = repeats.due(20_000);
  assert.equal(line, `{"level":40,"msg":"lost","repeated":999949,"mixed":true}\n`);
  assert.deepEqual(more, []);
  assert.equal(repeats.isNew({ message: 'other', key: 'other' }, LINE, 0), true);
});

test('a million made-up messages take the memory of some thousand', () => {
  const repeats = createRepeats();
  let written = 0;
  for (let at = 0; at < 1_000_000; at += 1)
    if (repeats.isNew({ message: `message ${at}`, key: `key ${at}` }, LINE, 0)) written += 1;
  assert.equal(written, 2_001);
});

test('lines are the same if their words, their cause and whom they concern are', () => {
  const lost = (changes: object = {}): Error =>
    Object.assign(new Error('lost 17'), { code: 'ECONNRESET' }, changes);
  const keyOf = (fields: Record<string, unknown>, level = 40): string | undefined =>
    kindOf(level, 'm', fields)?.key;
  const one = keyOf({ err: lost(), requestId: 'req_1', attempt: 1 });
  assert.equal(one, keyOf({ err: lost({ message: 'other words' }), requestId: 'req_2', attempt: 2 }));
  for (const [fields, level] of [
    [{ err: lost({ code: '55P03' }) }],
    [{ err: lost({ code: '23505', constraint: 'one' }) }],
    [{ err: lost(), alarm: 'job_failed' }],
    [{ err: lost(), job: 'one' }],
    [{ err: lost(), endpointId: '1' }],
    [{ err: lost(), apiKey: '1' }],
    [{ err: lost() }, 50],
    [{ reason: 'one' }],
    [{ reason: 'one', network: '192.0.2.1' }],
    [{ reason: 'one', claimedKey: 'malformed' }],
    [{ err: new Error('lost 17') }],
    [{ err: new Error('other') }],
    [{ err: new TypeError('other') }],
  ] as const)
    assert.notEqual(keyOf(fields, level), one);
  assert.equal(
    keyOf({ err: new Error('row 17') }),
    keyOf({ err: new Error('row 18') }),
    'numbers differ each time',
  );
  for (const err of [
    { message: 'Connection terminated unexpectedly' },
    lost({ code: 'ECONNREFUSED' }),
    lost({ code: '57P01' }),
  ])
    assert.equal(keyOf({ err }), one, 'a lost connection is one cause, whoever says it');
  const [unique, another] = ['one', 'two'].map((constraint) =>
    keyOf({ err: lost({ code: '23505', constraint }) }),
  );
  assert.notEqual(unique, another);
  assert.equal(kindOf(40, 'm', { alarm: 'webhook_failed', eventId: 'evt_1' }), undefined);
  for (const fate of [{ transactionId: '1' }, { eventId: 'evt_1' }, { outcomes: 3 }])
    assert.equal(kindOf(40, 'm', { err: lost(), ...fate }), undefined, 'somebody has to look it up');
});
